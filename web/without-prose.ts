import type { Plugin } from 'vite'

const contracts = /\/contract\/src\/features\/.+\.contract\.ts$/
const prose = /(\b(?:summary|writes|none):\s+|\b(?:signedIn|public|temporary)Because\(\s*)'(?:[^'\\]|\\.)*'/g

/** Leaves out what an endpoint says of itself and why: that is for the server and its documents, and browsers would load it. */
export const withoutProse = (): Plugin => ({
  name: 'without-prose',
  enforce: 'pre',
  transform: {
    filter: { id: contracts },
    handler: (code) => ({ code: code.replace(prose, "$1''"), map: null }),
  },
})
