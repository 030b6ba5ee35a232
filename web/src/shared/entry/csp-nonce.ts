import { config } from 'zod/mini'

// zod probes for `eval` once; the policy forbids it and would report the attempt.
config({ jitless: true })

/** CSP nonce of this page, for styles created at run time. */
export const cspNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined

// The kit's scroll lock and scrollbar probe create <style> elements without a nonce.
if (cspNonce) {
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = cspNonce
    return element
  }) as typeof document.createElement
}
