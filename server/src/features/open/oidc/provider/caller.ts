import type { IncomingMessage } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Origin } from '../../../../kernel/scope.ts'

const callers = new WeakMap<IncomingMessage, Origin>()

/** Remembers where a request comes from that the provider answers. */
export const setCaller = (request: IncomingMessage, origin: Origin): void => void callers.set(request, origin)
/** Where the request comes from that the provider is answering. */
export const findCaller = (ctx: { req: IncomingMessage } | undefined): Origin | undefined => ctx && callers.get(ctx.req)

const secrets = new WeakMap<IncomingMessage, string>()

/** Remembers by which of its secrets the application is known that the provider answers. */
export const setSecret = (ctx: typeof Provider.ctx, id: string): void => void (ctx && secrets.set(ctx.req, id))
export const findSecret = (ctx: typeof Provider.ctx): string | undefined => ctx && secrets.get(ctx.req)

/** Whether the provider is answering a person who leaves an application. */
export const isLeaving = (ctx: typeof Provider.ctx): boolean => ctx?.oidc.route === 'end_session_confirm'
