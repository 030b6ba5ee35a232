import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor, TemporaryActor } from './scope.ts'
import type { Languages, OwnTexts } from './texts/languages.ts'

/** What a process is doing, and for which caller; lines of the log carry it. */
export type CallContext = {
  traceId?: string
  /** Method and pattern of the path, without what it was called with. */
  endpoint?: string
  /** Name of the queue. */
  job?: string
  /** Id of the company that is acted in. */
  company?: string
  /** Id of the caller. */
  user?: string
  /** BCP 47 tag of the language that the answer is in. */
  language?: string | undefined
  /** Those of this node. */
  languages?: Languages
  /** How the company that is acted in calls what it has named. */
  own?: OwnTexts | undefined
  /** Code of the answer's envelope. */
  code?: number
}

const contexts = new AsyncLocalStorage<CallContext>()

/** Runs work in a context, which what it calls and awaits can read. */
export const runInContext = <T>(context: CallContext, work: () => T): T => contexts.run(context, work)
/** Runs work whose texts are in another language, a BCP 47 tag, than those of the present work. */
export const runInLanguage = <T>(language: string, work: () => T): T =>
  contexts.run({ ...contexts.getStore(), language }, work)
/** The context of the present work; undefined outside of any. */
export const currentContext = (): CallContext | undefined => contexts.getStore()
/** Runs work whose texts are stored: they are the sentences of the code, also where operators have overruled them. */
export const inCode = <T>(work: () => T): T => contexts.run({ ...contexts.getStore(), language: undefined }, work)
/** The rows of a file in the present context, whenever and by whatever they are asked for. */
export const keepContext = <Row>(rows: AsyncIterable<Row> | Iterable<Row>): AsyncIterable<Row> => {
  const runHere = AsyncLocalStorage.snapshot()
  return {
    [Symbol.asyncIterator]() {
      const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
      return {
        next: async () => runHere(() => iterator.next()),
        return: async (value) => (await iterator.return?.(value)) ?? { done: true, value },
      }
    },
  }
}
/** Says whose call the present work is, once it is admitted. */
export const noteCaller = (caller: Actor | TemporaryActor | null): void => {
  const context = contexts.getStore()
  if (!context || caller === null || !('sessionId' in caller)) return
  context.company = caller.companyId
  context.user = caller.userId
}
/** Brings the translations of a company to the present work. Takes how they are found. */
export const bringOwnTexts = async (
  companyId: string,
  find: (companyId: string) => Promise<OwnTexts | undefined>,
): Promise<void> => {
  const context = contexts.getStore()
  if (context) context.own = await find(companyId)
}
