import { expect, test } from 'vitest';
import { COMMANDS, commandsFor } from './commands.js';

const listed = await commandsFor(['--help']);

test.each(Object.keys(COMMANDS))('%s takes what help says of it', async (name) => {
  const [command, ...others] = await commandsFor([name, 'ask']);
  const shown = listed.find((one) => one.name() === name);
  expect(others).toEqual([]);
  expect([command?.name(), command?.usage(), command?.description()]).toEqual([
    name,
    shown?.usage(),
    shown?.description(),
  ]);
});

test('help on a command loads it, whatever stands before its name', async () => {
  const [ask] = await commandsFor(['help', 'ask']);
  expect(ask?.options.length).toBeGreaterThan(0);
  expect(listed.every(({ options }) => options.length === 0)).toBe(true);
});
