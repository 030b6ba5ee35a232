import type { IncomingMessage } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Origin } from '../../../kernel/scope.ts'

const callers = new WeakMap<IncomingMessage, Origin>()

/** Remembers where a request comes from that the provider answers. */
export const setCaller = (request: IncomingMessage, origin: Origin): void => void callers.set(request, origin)
/** Where the request comes from that the provider is answering. */
export const callerOf = (ctx: typeof Provider.ctx): Origin | undefined => ctx && callers.get(ctx.req)
