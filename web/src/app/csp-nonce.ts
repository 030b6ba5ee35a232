import { config } from 'zod/mini'

// zod would try `eval` once to see whether it may; the policy forbids it and would report the attempt.
config({ jitless: true })

/** The nonce of this page, for styles made at run time. */
export const cspNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined

// The kit's scroll lock and scrollbar probe make <style> elements without asking for a nonce.
if (cspNonce) {
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = cspNonce
    return element
  }) as typeof document.createElement
}
