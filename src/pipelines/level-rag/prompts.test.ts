import { expect, test } from 'vitest';
import { FENCE_RULE, fenceWith, type Prompt } from '../../core/prompt.js';
import { passage, question } from '../../testing/index.js';
import {
  assessPrompt,
  imaginePrompt,
  repoKeywordPrompt,
  repoVerifyPrompt,
  rewritePrompt,
  summarisePrompt,
  supplementPrompt,
} from './prompts.js';

const vars = {
  question: question('Where was the builder born?'),
  atomic: 'Where was ATOMIC born?',
  query: '"QUERY" born',
  passages: [passage('https://a.example#0', 'It is old.')],
};

const PROMPTS = { assessPrompt, imaginePrompt, summarisePrompt, repoVerifyPrompt, repoKeywordPrompt, rewritePrompt };

test.each(Object.entries(PROMPTS))(
  '%s shows atomic question and query as page text, and says what that means',
  (_, prompt) => {
    const messages = (prompt as Prompt<typeof vars, unknown>).render(vars, fenceWith('fence'));
    const shown = messages.map(({ content }) => content).join('\n');
    expect(messages[0]?.content).toContain(FENCE_RULE);
    expect(shown).toContain('<<page fence>>\nWhere was ATOMIC born?\n<<end fence>>');
    expect(shown.replace(/<<page fence>>[\s\S]*?<<end fence>>/g, '')).not.toMatch(/ATOMIC|QUERY/);
  },
);

test('the planner is told which number its first new question has', () => {
  const [, user] = supplementPrompt.render({ question: vars.question, findings: ['One.', 'Two.'] }, fenceWith('fence'));
  expect(user?.content).toContain('The first new sub-question is #3.');
});

test('a small model may write "true" as a text and keywords as a list', () => {
  const reply = {
    enough: 'true',
    answer: 17,
    summary: 'It makes 17 knots.',
    keywords: ['Orsolin', 'speed'],
    add: null,
  };
  const read = assessPrompt.reply.parse(reply);
  expect(read).toMatchObject({ enough: true, answer: '17', keywords: 'Orsolin speed', add: '', exclude: '' });
  expect(assessPrompt.reply.safeParse({ ...reply, enough: 'perhaps' }).success).toBe(false);
});
