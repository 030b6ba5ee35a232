import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { merkleTree } from '../../kernel/merkle.ts'
import { fingerprintOf, type Secrets } from '../../kernel/secrets.ts'
import { checkpointText } from './checkpoint-seal.ts'
import { type Grown, checkpointsRepository as repository } from './checkpoints.repository.ts'

/** Tens of milliseconds of hashing at worst, while nobody else is served, and paths of twelve hashes. */
const rowsInCheckpoint = 4096
const mostToCarryOff = 1000
const hour = 3_600_000

export type CheckpointPorts = {
  database: Database
  secrets: Secrets
  /** Where the files lie that the operator carries off. */
  checkpointFolder: string
}

/**
 * Signs how far every chain has come, once a day, so that a chain that was rewritten as a whole is found (decision 50). Any
 * number of nodes may do it at once.
 */
export const createCheckpoints = ({ database, secrets, checkpointFolder }: CheckpointPorts) => {
  const { publicKey } = secrets
  const fileOf = (checkpoints: Checkpoint[]) => ({ publicKey, fingerprint: fingerprintOf(publicKey), checkpoints })

  /** Out: from where to go on; nowhere when another node was first. */
  const sealNext = async (db: Db, { company, after, head }: Grown): Promise<number | undefined> => {
    const seq = Math.min(head, after + rowsInCheckpoint)
    const hashes = await repository.hashes(db, company, { after, seq })
    const newest = hashes.at(-1)
    if (newest === undefined || hashes.length !== seq - after)
      throw new Error(`the audit chain of ${company} lacks rows between ${after} and ${seq}`)
    const time = new Date().toISOString()
    const root = merkleTree(hashes).root.toString('hex')
    const checkpoint = { company, after, seq, hash: newest.toString('hex'), root, time }
    const signature = secrets.attest(checkpointText(checkpoint)).toString('hex')
    return (await repository.keep(db, { ...checkpoint, signature })) ? seq : undefined
  }
  /** Each checkpoint in a transaction of its own. */
  const sealChain = async (grown: Grown) => {
    const sight = { reach: 'company', companyId: grown.company } as const
    let after: number | undefined = grown.after
    while (after !== undefined && after < grown.head) {
      const from: Grown = { ...grown, after }
      after = await database.transact(sight, (db) => sealNext(db, from))
    }
  }

  /** The file of a day: the newest checkpoint of every company. Written by each node into its own folder. */
  const writeFileOfDay = async () => {
    const file = join(checkpointFolder, `checkpoint-${new Date().toISOString().slice(0, 10)}.json`)
    if (await stat(file).catch(() => undefined)) return
    const checkpoints = await database.transact({ reach: 'platform' }, repository.newestOfAll)
    if (checkpoints.length === 0) return
    await mkdir(checkpointFolder, { recursive: true, mode: 0o700 })
    // Renamed into place, so that whoever looks never sees half a file.
    await writeFile(`${file}.part`, JSON.stringify(fileOf(checkpoints), null, 1), { mode: 0o600 })
    await rename(`${file}.part`, file)
  }

  /** A chain that is broken is told of, and holds up none of the others. */
  const sealDue = async (onError: (error: unknown) => void) => {
    for (const grown of await database.transact({ reach: 'platform' }, repository.due))
      await sealChain(grown).catch(onError)
    await writeFileOfDay()
  }

  return {
    sealDue,
    /** Begins to look every hour. In: where to tell of trouble. Out: how to stop, once what is under way is done. */
    start(onError: (error: unknown) => void) {
      let running = Promise.resolve()
      const timer = setInterval(() => {
        running = running.then(() => sealDue(onError)).catch(onError)
      }, hour)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await running
      }
    },

    /** Signs now how far one company's chain has come. */
    seal: async (companyId: string) =>
      sealChain(await database.transact({ reach: 'company', companyId }, (db) => repository.grown(db, companyId))),

    /** The newest ones of a company, as they are carried off. */
    carriedOff: async (db: Db, companyId: string) => fileOf(await repository.newest(db, companyId, mostToCarryOff)),
    publicKey,
    fingerprint: fingerprintOf(publicKey),
  }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>
