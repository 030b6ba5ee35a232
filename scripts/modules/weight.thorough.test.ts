import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { measureKilobytes, openBuild } from '../web-build.ts'
import { buildInstallation } from './build-installation.ts'

const root = path.resolve(import.meta.dirname, '../..')
const weighSignInPage = (dist: string): number =>
  measureKilobytes(dist, openBuild(dist, 'console').collectFiles('index.html'))

it('adds nothing to the sign-in page with the example module', async () => {
  const example = path.join(root, 'examples/modules/assets')
  execFileSync(process.execPath, ['scripts/build-web.ts'], { cwd: root })
  await buildInstallation(example)
  const added = weighSignInPage(path.join(example, 'dist/web/dist')) - weighSignInPage(path.join(root, 'web/dist'))
  // Names of files contain hashes, and compress to a few bytes more or less.
  expect(added).toBeLessThan(0.05)
}, 300_000)
