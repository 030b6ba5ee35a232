import type { Plugin } from 'vite'

/** A module that `by` imports as `source`, and what it becomes. */
type Part = { by: RegExp; source: RegExp; code: string }

const router = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/](?!dom[\\/]ssr)/
/** The router's serve applications rendered by a server, and observers of loaders. */
const framework = `
  import { createContext } from 'react'
  export const FrameworkContext = /* @__PURE__ */ createContext(void 0)
  export const PrefetchPageLinks = () => null
  export const usePrefetchBehavior = () => [false]
  export const mergeRefs = (ref) => ref`
const instrumentation = `
  export const getRouteInstrumentationUpdates = () => ({})
  export const instrumentClientSideRouter = (router) => router
  export const consumeInstrumentationClientResultMetaReceiver = () => void 0`
/** Fields have a function as their only rule. */
const validator = `
  export default class Validator {
    constructor(rules) {
      this.rules = rules
    }
    messages() {}
    async validate(values) {
      for (const [name, rules] of Object.entries(this.rules))
        for (const rule of rules)
          await new Promise((resolve, reject) =>
            rule.validator(rule, values[name], (error) => (error ? reject({ errors: [error] }) : resolve())),
          )
    }
  }`
const parts: readonly Part[] = [
  { by: router, source: /^\.\/(dom\/)?ssr\/components\.js$/, code: framework },
  { by: router, source: /^\.\/instrumentation\.js$/, code: instrumentation },
  { by: /[\\/]@rc-component[\\/]form[\\/]/, source: /^@rc-component\/async-validator$/, code: validator },
  // Shown while a panel loads, which ours do by themselves.
  { by: /[\\/]antd[\\/]es[\\/](modal|drawer)[\\/]/, source: /^\.\.\/skeleton$/, code: 'export default () => null' },
]
const prefix = '\0trimmed:'

/** Names of components keep a component that no page uses: they are assigned to it. */
const names = /^\w+\.displayName = .*;$/gm
const created = /(?<== )(?=React\$1\.(?:forwardRef|createContext)\()/g

/**
 * Leaves out of libraries what this application cannot use (docs/decisions/0141). An export that a new release misses
 * fails the build.
 */
export const trimLibraries = (): Plugin => ({
  name: 'trim-libraries',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const at = parts.findIndex((part) => part.source.test(source) && part.by.test(importer))
    return at < 0 ? undefined : prefix + at
  },
  load: {
    filter: { id: /^\0trimmed:/ },
    handler: (id) => parts[Number(id.slice(prefix.length))]?.code,
  },
  transform: {
    filter: { id: router },
    handler: (code) => ({ code: code.replace(names, '').replace(created, '/* @__PURE__ */ '), map: null }),
  },
})
