import { expect, test } from 'vitest';
import { parsePipelineChoice } from './pipelines.js';

test('a name alone, or with options read as JSON where they are JSON', () => {
  expect(parsePipelineChoice('hifi-rag')).toEqual({ label: 'hifi-rag', name: 'hifi-rag' });
  expect(parsePipelineChoice('hifi-rag,refine=false,filterSections=off,list=[1,2],maxQueries=1')).toEqual({
    label: 'hifi-rag,refine=false,filterSections=off,list=[1,2],maxQueries=1',
    name: 'hifi-rag',
    options: { refine: false, filterSections: 'off', list: [1, 2], maxQueries: 1 },
  });
});

test.each(['', 'refine=false'])('"%s" is not a pipeline', (text) => {
  expect(() => parsePipelineChoice(text)).toThrow('hifi-rag,refine=false');
});
