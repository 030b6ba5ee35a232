import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode } from './node-24.mjs'
import { endWithNpm, runTogether } from './run-children.mjs'
import { SetUpError, setUp } from './set-up.mjs'
import { words } from './words.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const print = (line) => console.log(line)

const benches = {
  '--scale': 'bench/src/at-scale.ts',
  '--notices': 'bench/src/notices.ts',
  '--exports': 'bench/src/exports.ts',
  '--imports': 'bench/src/imports.ts',
  '--gate': 'bench/src/open-gate.ts',
  '--oidc': 'bench/src/oidc.ts',
  '--plans': 'bench/src/plans.ts',
  '--webhooks': 'bench/src/webhooks.ts',
  '--custom-fields': 'bench/src/custom-fields.ts',
}
const pickBench = (args) => benches[args.find((arg) => Object.hasOwn(benches, arg))] ?? 'bench/src/main.ts'
const builds = [{ args: ['scripts/build-server.ts'] }, { args: ['scripts/build-web.ts'] }]
/** Each script is a list of steps; each step a list of commands (arguments of Node) that run concurrently. */
const scripts = {
  // scripts/start.sh becomes the server afterwards.
  build: () => [builds],
  'build-installation': (args) => [[{ args: ['scripts/modules/kit.ts', 'build', ...args] }]],
  'pack-kit': (args) => [[{ args: ['scripts/pack-kit.ts', ...args] }]],
  package: (args) => [builds, [{ args: ['scripts/package.ts', ...args] }]],
  dev: (args) => [
    [
      {
        args: ['--watch', '--watch-preserve-output', 'server/src/main.ts', ...args],
        env: { NODE_ENV: 'development' },
      },
      ...['vite.config.ts', 'vite.portal.config.ts'].map((config) => ({
        args: [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--watch', '--config', config],
        env: { NODE_ENV: 'development' },
        cwd: path.join(root, 'web'),
      })),
    ],
  ],
  test: (args) => [[{ args: ['scripts/check.ts', ...args] }]],
  bench: (args) => [builds, [{ args: [pickBench(args), ...args] }]],
  'handbook-pictures': (args) => [builds, [{ args: ['e2e/src/handbook-pictures.ts', ...args] }]],
  docs: (args) => [[{ args: ['scripts/generate-docs.ts', ...args] }]],
  texts: (args) => [[{ args: ['scripts/texts.ts', ...args] }]],
  'new-language': (args) => [[{ args: ['scripts/new-language.ts', ...args] }]],
  new: (args) => [[{ args: ['scripts/new-feature.ts', ...args] }]],
  atrium: (args) => [[{ args: ['server/src/atrium.ts', ...args] }]],
  seed: (args) => scripts.atrium(['seed', ...args]),
  'audit-verify': (args) => scripts.atrium(['audit-verify', ...args]),
}

const environment = {
  ...process.env,
  // Caches compiled TypeScript between starts: a third faster, 25 MB less memory.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || path.join(root, '.cache', 'node'),
  PATH: [path.join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(path.delimiter),
}

const main = async ([name, ...rest]) => {
  const steps = Object.hasOwn(scripts, name ?? '') ? scripts[name](rest) : undefined
  if (!steps) {
    const names = Object.keys(scripts).join('|')
    throw new SetUpError(
      words(`用法：node scripts/run.mjs ${names} [参数]`, `Usage: node scripts/run.mjs ${names} [options]`),
    )
  }
  await setUp(root, print)
  const node = findNode(root, print)
  for (const step of steps) {
    const code = await runTogether(
      step.map(({ args, env, cwd }) => ({ file: node, args, cwd: cwd ?? root, env: { ...environment, ...env } })),
    )
    if (code !== 0) return code
  }
  return 0
}

endWithNpm()
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    console.error(error instanceof SetUpError ? error.message : error)
    process.exitCode = 1
  },
)
