import { createRequire } from 'node:module'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { chartLanguage } from './chart-language.ts'
import { handbook } from './handbook-plugin.ts'
import { createShellGroup } from './shell-group.ts'
import { texts } from './texts-plugin.ts'
import { trimLibraries } from './trim-libraries.ts'
import { stripContractProse } from './without-prose.ts'

const pdfjs = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

const contractFunctions = [
  'z',
  'defineContract',
  'defineModuleContract',
  'defineErrors',
  'crudEndpoints',
  'permitted',
  'maskedByPermission',
  'signedInBecause',
  'publicBecause',
  'temporaryBecause',
  'listSchema',
  'listQuery',
  'keysetQuery',
  'text',
  'optionalText',
  'optionalMultilineText',
  'emptyOr',
  'orEmpty',
  'numeric',
  'matching',
  'richText',
  'optionalRichText',
]

/** Trees of the kit weigh an eighth of it, and few first pages have one. */
const kitTrees = {
  name: 'kit-trees',
  test: /node_modules[\\/](antd[\\/]es|@rc-component)[\\/]tree(-select)?[\\/]/,
  minShareCount: 3,
}
const kit = {
  name: 'kit',
  test: /node_modules[\\/](?!(antd[\\/]es|@rc-component)[\\/]tree(-select)?[\\/])(antd|@ant-design|@rc-component|@emotion|stylis|@babel|clsx|throttle-debounce)[\\/]/,
  minShareCount: 3,
}

const lists = {
  name: 'lists',
  test: /src[\\/]((kernel[\\/](listing|forms|timeline)|features[\\/]people[\\/]users[\\/]public)[\\/](?!person-avatar)|ui[\\/]note\.)/,
  minShareCount: 5,
}

/**
 * Configuration of an entry: its name in addresses, and its page. Each is built by itself, so that neither weighs on the
 * other.
 */
export const entryConfig = (name: string, page: string): UserConfig => ({
  base: `/${name}/`,
  plugins: [trimLibraries(), chartLanguage(), stripContractProse(), texts(), handbook(), react()],
  // Files that a pattern names lie wherever the package is installed.
  resolve: { alias: { '#pdfjs': pdfjs } },
  // The server replaces it with a new nonce for every page.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: `dist/${name}`,
    sourcemap: false,
    // The byte gate uses it to see which chunk loads which.
    manifest: true,
    modulePreload: { polyfill: false },
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: page,
      // A contract is made of these: what a page does not use of it goes.
      treeshake: { manualPureFunctions: contractFunctions },
      output: {
        codeSplitting: {
          // Libraries keep their URLs across releases.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            // A single chunk: split by usage, the kit compresses worse and loads in more steps.
            kit,
            kitTrees,
            // One request instead of one per icon.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
            // Keeps the sign-in page's code out of the next group.
            { name: 'first', tags: ['$initial'] },
            // Shared code of all lists, as a single chunk for the same reason. The portal's home would load it for what it
            // shares with them.
            ...(name === 'console' ? [createShellGroup(lists.test), lists] : []),
          ],
        },
      },
    },
  },
})
