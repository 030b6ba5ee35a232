import type { Plugin } from 'vite'

const contracts = /\/contract\/src\/(?:features\/.+\.contract|kernel\/crud)\.ts$/
const text = "(?:'(?:[^'\\\\]|\\\\.)*'|`[^`]*`)"
const properties = new RegExp(String.raw`\b(?:summary|writes|people|reach):\s+${text},`, 'g')
const audits = /\baudit:\s+\{[^}]*\},/g
const reasons = new RegExp(String.raw`(\b(?:signedIn|public|temporary|unscoped)Because\(\s*)${text}`, 'g')

/** Strips the properties of endpoints that only the server and the documents use. */
export const stripContractProse = (): Plugin => ({
  name: 'without-prose',
  enforce: 'pre',
  transform: {
    filter: { id: contracts },
    handler: (code) => ({ code: code.replace(properties, '').replace(audits, '').replace(reasons, "$1''"), map: null }),
  },
})
