/** Cancel, kill, deadline, budget, abstention and wrong usage: how a run ends, and with which exit code. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answering, type ChatServer, startChatServer } from './support/chat-server.js';
import { BARE, type CommandOptions, folderWith, QUESTION, TINY_DOCS, winnow } from './support/command.js';

const cwd = folderWith(TINY_DOCS);
const servers: ChatServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(cwd, { recursive: true });
});

const COMMON = ['ask', '--docs', 'docs', '--data-directory', 'data', ...BARE];
const ask = (args: readonly string[], options: Partial<CommandOptions> = {}) =>
  winnow([...COMMON, ...args], { cwd, ...options });

async function server(answer: Answering): Promise<ChatServer> {
  const started = await startChatServer(answer);
  servers.push(started);
  return started;
}

/** The first call is answered, so that something was spent; the second never is. */
const hangsAfterOne: Answering = (_, at) => (at === 0 ? '["old bridge opened"]' : undefined);

describe('stopping', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s once stops a run that waits for a model, says what was spent, and exits with 1',
    async (signal) => {
      const hanging = await server(hangsAfterOne);
      const { code, stdout, stderr } = await ask([...hanging.flags, QUESTION], {
        onStart: (running) => void untilRequests(hanging, 2).then(() => running.kill(signal)),
      });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('Stopping.');
      expect(stderr).toContain('1 model call, 100 + 10 tokens, $0.110');
      expect(stderr).toContain('The run was cancelled.');
    },
  );

  test('the deadline ends a run with exit code 4 and says so', async () => {
    const hanging = await server(() => undefined);
    const { code, stdout, stderr } = await ask([...hanging.flags, '--timeout', '0.6', QUESTION]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain('The deadline of 600 ms was reached');
  });

  test('the budget ends a run with exit code 4 after the call that passed it, and says what was spent', async () => {
    const willing = await server(() => '["old bridge opened"]');
    const { code, stdout, stderr } = await ask([...willing.flags, '--max-cost', '0.05', QUESTION]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain('The limit of $0.05 was reached: $0.1100 spent.');
    expect(willing.requests()).toBe(1);
  });

  test('a budget without a known price is refused before anything is spent', async () => {
    const willing = await server(() => '["old bridge opened"]');
    const unpriced = ['--set', `models.small={"baseUrl": "${willing.url}", "model": "loopback"}`];
    const { code, stderr } = await ask([...willing.flags.slice(0, 2), ...unpriced, '--max-cost', '1', QUESTION]);
    expect({ code, requests: willing.requests() }).toEqual({ code: 2, requests: 0 });
    expect(stderr).toContain('price of loopback is unknown');
  });

  test('SIGKILL in the middle leaves nothing broken: the next run with the same data folder answers', async () => {
    const hanging = await server(hangsAfterOne);
    const args = ['ask', '--docs', 'docs', '--data-directory', 'killed', ...BARE.slice(2), ...hanging.flags];
    const killed = await winnow([...args, QUESTION], {
      cwd,
      onStart: (running) => void untilRequests(hanging, 2).then(() => running.kill('SIGKILL')),
    });
    expect(killed).toMatchObject({ code: null, signal: 'SIGKILL', stdout: '' });
    const next = await winnow(
      ['ask', '--docs', 'docs', '--data-directory', 'killed', ...BARE.slice(2), '--quiet', QUESTION],
      { cwd },
    );
    expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('1888') });
  });
});

describe('exit codes', () => {
  test('answered is 0', async () => {
    expect(await ask([QUESTION])).toMatchObject({ code: 0, stdout: expect.stringContaining('1888 by Ada Stone. [1]') });
  });

  test('abstained is 3, and the answer says what was looked for', async () => {
    const { code, stdout } = await ask(['What does the Zanzibar Casino charge for parking?']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining('No answer:') });
  });

  test('a model that cannot be reached is no failure: every stage falls back and the pages answer', async () => {
    const gone = await startChatServer(() => undefined);
    await gone.close();
    const { code, stdout, stderr } = await ask([...gone.flags, QUESTION]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1888') });
    expect(stderr).toContain('draft-answer:');
  });

  test('an address that is not public is refused unless the operator names it', async () => {
    const willing = await server(() => '["old bridge opened"]');
    const { stderr } = await ask([...willing.flags, '--set', 'allowPrivateHosts=[]', QUESTION]);
    expect(willing.requests()).toBe(0);
    expect(stderr).toMatch(/formulate-queries: .*(?:private|public|loopback)/);
  });

  writeFileSync(join(cwd, 'bad.yaml'), 'models: [this is not: a mapping\n');
  writeFileSync(join(cwd, 'wrong.yaml'), 'models:\n  small:\n    baseUrl: not a url\n    model: x\n');
  test.concurrent.each([
    ['an unknown flag', ['--no-such-flag', QUESTION], /no-such-flag/],
    ['a folder that is not there', ['--docs', 'nowhere', QUESTION], /no file or folder/i],
    ['an empty question', ['  '], /empty|no question/i],
    ['an unknown pipeline', ['--pipeline', 'no-such', QUESTION], /no pipeline "no-such".*hifi-rag/],
    ['--set without a value', ['--set', 'refine', QUESTION], /path=value/],
    ['--set of something that does not exist', ['--set', 'noSuchOption=1', QUESTION], /noSuchOption/],
    ['--set of a wrong type', ['--set', 'maxPages=many', QUESTION], /maxPages/],
    ['a timeout that is no number', ['--timeout', 'soon', QUESTION], /number above 0/],
    ['a negative budget', ['--max-cost', '-1', QUESTION], /0 or more|unknown option/],
    [
      'a configuration file that is not there',
      ['--config', 'missing.yaml', QUESTION],
      /no configuration file missing\.yaml/,
    ],
    ['a configuration file that cannot be read', ['--config', 'bad.yaml', QUESTION], /bad\.yaml cannot be read/],
    ['a configuration file with a wrong value', ['--config', 'wrong.yaml', QUESTION], /models\.small\.baseUrl/],
    [
      'a trace file in a folder that is not there',
      ['--trace', 'no/where.jsonl', QUESTION],
      /trace no\/where\.jsonl cannot be written/,
    ],
    [
      'a key variable that is not set',
      ['--set', 'models.small={"baseUrl":"https://a.example/v1","model":"x","keyVariable":"NO_SUCH_KEY"}', QUESTION],
      /NO_SUCH_KEY/,
    ],
  ])('%s is 2, with a message and no stack', async (_, args, message) => {
    const { code, stdout, stderr } = await ask(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

async function untilRequests(asked: ChatServer, count: number): Promise<void> {
  while (asked.requests() < count) await new Promise((resolve) => setTimeout(resolve, 10));
}
