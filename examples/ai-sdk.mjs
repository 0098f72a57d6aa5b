/**
 * An agent of Vercel's AI SDK that looks facts up with Winnow, on the same model: node examples/ai-sdk.mjs BASE_URL
 * MODEL FOLDER "QUESTION"
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';
import { createEngine } from 'winnow-rag';
import { aiSdkModel, winnowTool } from 'winnow-rag/ai-sdk';

const [
  baseURL = 'http://localhost:11434/v1',
  name = 'qwen3:8b',
  docs = 'sample',
  prompt = 'Who opened the Kestrel Bridge?',
] = process.argv.slice(2);
const model = createOpenAICompatible({ name: 'own', baseURL })(name);
const engine = createEngine({ config: { docs }, models: { small: aiSdkModel(model), large: aiSdkModel(model) } });

const { text, steps } = await generateText({
  model,
  tools: { lookUp: winnowTool(engine) },
  stopWhen: stepCountIs(3),
  prompt,
});
for (const { toolResults } of steps)
  for (const { output } of toolResults)
    console.error(`looked up: ${output.text} ${output.sources.map(({ url }) => url).join(' ')}`);
console.log(text);
await engine.close();
