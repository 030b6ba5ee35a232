import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { type EventStream, gap, type OpenStream, type Topic } from '@atrium/contract/kernel/event-stream.ts'
import type * as z from 'zod/mini'
import type { Announcements } from '../announcements.ts'
import type { Database, Db } from '../db/database.ts'
import { type EventBatch, readEvents, type StoredEvent } from '../db/event-log.ts'
import { type Actor, AppError } from '../scope.ts'
import { isLost, parseResume, type Resume, toPosition } from './position.ts'
import { createRounds } from './rounds.ts'

/** Another node may answer then. */
const retrySeconds = 5
const maxPerUser = 10
const maxPerNode = 5000
/** Events read per round; beyond them streams receive a gap. */
const maxPerRound = 5000
/** Events per stream and round; refetching everything costs less than more of them. */
const maxPerStream = 100

/** An open stream with its addressee: a user, in the company the session acts in. */
export type Listener = Pick<Actor, 'sessionId' | 'userId' | 'companyId'> & {
  send<D extends z.ZodMiniType>(topic: Topic<D>, data: z.input<D>): void
  /** Ends the stream. */
  end(): void
}
/**
 * Asked once per round for all streams of the node, beside the reading of events.
 * @returns the sending of what it has found
 */
export type EventSource = (db: Db, listeners: readonly Listener[]) => Promise<() => void>
type Ports = {
  database: Database
  announcements: Announcements
  /** Whether this node serves streams. Any node publishes. */
  servesEvents: boolean
  onError(error: unknown): void
  /** Learns how many milliseconds each round took. */
  onRound?(ms: number): void
}
export type Events = ReturnType<typeof createEvents>

type Stream = { listener: Listener; ends: OpenStream; resume: Resume | undefined }
type Sent = Pick<StoredEvent, 'topic' | 'data'>

const toAddress = (companyId: string | null, userId: string | null) => `${companyId ?? ''} ${userId ?? ''}`

/** Selects the events of each stream from what was read. */
const createSelection = ({ events, ...reading }: EventBatch) => {
  const isCut = events.length > maxPerRound
  const areNewCut = isCut && events.every(({ isNew }) => isNew)
  const byAddress = Map.groupBy(events, ({ companyId, userId }) => toAddress(companyId, userId))
  return ({ listener: { companyId, userId }, resume }: Stream): readonly Sent[] => {
    const isMissing = resume === undefined ? areNewCut : isCut || isLost(resume, reading)
    if (isMissing) return [{ topic: gap.name, data: {} }]
    const addresses = [toAddress(null, null), toAddress(companyId, null), toAddress(companyId, userId)]
    const due = addresses
      .flatMap((address) => byAddress.get(address) ?? [])
      .filter(({ isNew, tx }) => (resume === undefined || resume === 'lost' ? isNew : BigInt(tx) >= resume.tx))
      .sort((a, b) => a.seq - b.seq)
    return due.length > maxPerStream ? [{ topic: gap.name, data: {} }] : due
  }
}
/** The new position goes with the last event: a stream cut between them receives all of them again. */
const deliver = ({ ends }: Stream, events: readonly Sent[], position: string) => {
  for (const { topic, data } of events.slice(0, -1)) ends.send(topic, data)
  ends.mark(position)
  const last = events.at(-1)
  if (last) ends.send(last.topic, last.data)
}
/** First transaction and companies of the streams that resume. */
const repeatedFor = (returning: readonly Stream[]) => {
  const positions = returning.flatMap(({ resume }) => (resume === undefined || resume === 'lost' ? [] : resume.tx))
  const [first] = positions.sort((a, b) => (a < b ? -1 : 1))
  return { from: first, companyIds: [...new Set(returning.map(({ listener }) => listener.companyId))] }
}

/**
 * Sends published events to the open streams of this node. One transaction per round serves all of them, streams hold
 * no database connection, and without streams there are no rounds.
 */
export const createEvents = ({ database, announcements, servesEvents, onError, onRound }: Ports) => {
  const streams = new Map<Listener, Stream>()
  const sources: EventSource[] = []
  let snapshot: string | undefined
  /** When all streams were up to date, as `performance.now()` counts. */
  let currentAt = 0

  const round = async () => {
    const startedAt = performance.now()
    const asked = [...streams.values()]
    const listeners = asked.map(({ listener }) => listener)
    const repeated = repeatedFor(asked.filter(({ resume }) => resume !== undefined))
    const [batch, ...effects] = await database.read({ reach: 'platform' }, (db) =>
      Promise.all([
        readEvents(db, snapshot, repeated, maxPerRound + 1),
        ...sources.map((source) => source(db, listeners)),
      ]),
    )
    snapshot = batch.snapshot
    const position = toPosition(batch)
    const select = createSelection(batch)
    for (const stream of asked) {
      deliver(stream, select(stream), position)
      stream.resume = undefined
    }
    for (const send of effects) send()
    currentAt = startedAt
    onRound?.(performance.now() - startedAt)
  }
  const isNeeded = () => {
    if (streams.size === 0) {
      snapshot = undefined
      currentAt = performance.now()
    }
    return streams.size > 0
  }
  const rounds = createRounds(round, { isNeeded, onError })
  announcements.subscribe(rounds.wake)
  database.onPublished(() => {
    rounds.wake()
    announcements.publish('events')
  })

  const end = (listener: Listener) => {
    streams.get(listener)?.ends.end()
    streams.delete(listener)
  }
  const createListener = ({ sessionId, userId, companyId }: Actor): Listener => {
    const listener: Listener = {
      sessionId,
      userId,
      companyId,
      send: ({ name }, data) => streams.get(listener)?.ends.send(name, data),
      end: () => end(listener),
    }
    return listener
  }

  return {
    /** Adds a source, before streams open. */
    addSource: (source: EventSource) => void sources.push(source),
    /**
     * Opens a stream for the caller. Takes the position behind which it resumes; empty to begin now.
     * @throws `noEvents` on a node that serves none, `tooOften` if the caller or the node has too many open
     */
    open(actor: Actor, lastEventId: string): { listener: Listener; stream: EventStream } {
      if (!servesEvents) throw new AppError(kernelErrors.noEvents, { data: { retryAfter: retrySeconds } })
      const own = [...streams.keys()].filter(({ userId }) => userId === actor.userId)
      if (own.length >= maxPerUser || streams.size >= maxPerNode) throw new AppError(kernelErrors.tooOften)
      const listener = createListener(actor)
      const stream: EventStream = (ends) => {
        streams.set(listener, { listener, ends, resume: parseResume(lastEventId) })
        rounds.wake()
        return () => streams.delete(listener)
      }
      return { listener, stream }
    },
    /** Open streams, and how long ago they were all up to date. */
    usage: () => ({
      streams: streams.size,
      lagSeconds: streams.size === 0 ? 0 : (performance.now() - currentAt) / 1000,
    }),
    /** Ends every stream before the node stops. */
    async close() {
      for (const listener of streams.keys()) end(listener)
      await rounds.stop()
    },
  }
}
