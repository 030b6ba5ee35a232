import path from 'node:path'
import { bundleServer } from './bundle-server.ts'
import { replaceBuild } from './replace-build.ts'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)

await replaceBuild({
  root,
  title: words('服务端', 'server'),
  dist: path.join(root, 'server', 'dist'),
  sources: [
    'server/src',
    'contract/src',
    'package-lock.json',
    'scripts/build-server.ts',
    'scripts/bundle-server.ts',
    'scripts/replace-build.ts',
  ],
  build: (into) => bundleServer(into),
})
