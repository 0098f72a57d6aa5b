import { expect, test } from 'vitest';
import { isAboutNow } from './about-now.js';

const asked = (text: string) => isAboutNow({ text, askedAt: '2026-01-01T00:00:00.000Z' });

test.each([
  'Who is the mayor of Tovrick?',
  'What does an adult currently pay for the crossing?',
  'On which weekday is the museum closed nowadays?',
  'How much are the latest fares?',
  'Where can I buy a ticket?',
  'Who chairs the choir?',
  'Hello! Could you tell me who is the head of Soundlink?',
  'At what time does the museum open on Mondays since April 2024?',
])('asks about the present: %s', (text) => expect(asked(text)).toBe(true));

test.each([
  'Who was the mayor of Tovrick?',
  'Who built the Kestrel Bridge?',
  'In 2018, on which day is the museum closed?',
  'When did the bridge open?',
  'Who had the keys before the fire?',
  'Which writer inaugurated the bridge?',
])('does not: %s', (text) => expect(asked(text)).toBe(false));
