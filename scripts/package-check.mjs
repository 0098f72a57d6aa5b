/**
 * Checks the packed package with publint and are-the-types-wrong; both are fetched by npx and are no dependencies. ESM
 * only: `require` of it needs Node 20.19.
 */
import { execFileSync } from 'node:child_process';

const run = (...args) => execFileSync('npx', ['--yes', ...args], { stdio: 'inherit' });

execFileSync('npm', ['run', 'build'], { stdio: 'inherit' }); // the tests' build has no declarations

run('publint@0.3', '--strict');
run('@arethetypeswrong/cli@0.18', '--pack', '.', '--profile', 'esm-only');
