import type { Plugin } from 'vite'

const library = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/

/** What serves applications rendered by a server, which preload pages from links, and observers of loaders. */
const parts: Readonly<Record<string, string>> = {
  './ssr/components.js': `
    import { createContext } from 'react'
    export const FrameworkContext = /* @__PURE__ */ createContext(void 0)
    export const PrefetchPageLinks = () => null
    export const usePrefetchBehavior = () => [false]
    export const mergeRefs = (ref) => ref`,
  './instrumentation.js': `
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const consumeInstrumentationClientResultMetaReceiver = () => void 0`,
}
/** Names of components keep a component that no page uses: they are assigned to it. */
const names = /^\w+\.displayName = .*;$/gm
const created = /(?<== )(?=React\$1\.(?:forwardRef|createContext)\()/g

/**
 * Leaves out of the router what this application cannot use (docs/decisions/0141). An export that a new release misses
 * fails the build.
 */
export const trimRouter = (): Plugin => ({
  name: 'trim-router',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.\/(?:dom\/)?(?:ssr\/components|instrumentation)\.js$/ },
    handler(source, importer) {
      const part = source.replace('./dom/', './')
      // The barrel, from which nothing of them is used, exports more of them.
      if (importer && library.test(importer) && !importer.includes('ssr')) return `\0trim-router:${part}`
    },
  },
  load: {
    filter: { id: /^\0trim-router:/ },
    handler: (id) => parts[id.slice('\0trim-router:'.length)],
  },
  transform: {
    filter: { id: library },
    handler: (code) => ({ code: code.replace(names, '').replace(created, '/* @__PURE__ */ '), map: null }),
  },
})
