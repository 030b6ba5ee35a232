import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyStoredCheckpoints } from '../features/audit/operation-logs/verify-checkpoints.ts'
import { verifySegments } from '../features/audit/operation-logs/verify-segments.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import { type Database, openDatabase } from '../kernel/db/database.ts'
import { listKeyRotations } from '../kernel/db/key-rotations.ts'
import { ensureServingLogin, type Login } from '../kernel/db/serving-login.ts'
import { verifyAuditChain } from '../kernel/db/verify-audit-chain.ts'
import type { Keyring } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { isPredecessor } from '../key-rotation/begin-rotation.ts'
import { countSealed } from '../key-rotation/seal-again.ts'
import type { Watch } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { withScratchDatabase } from './scratch-database.ts'
import { trySignIn } from './try-sign-in.ts'

export type ProofSource = {
  ownerUrl: string
  givenLogin: Login | undefined
  migrations: string
  keyring: Keyring
}
/** What a proof has found. */
export type Proof = { auditRows: number; checkpoints: number; sealedValues: number }

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Values that no key opens are no fault of the backup if the installation itself cannot open them either. */
const proveSealed = async (scratchUrl: string, { ownerUrl, keyring }: ProofSource): Promise<number> => {
  const count = (url: string) => asOwner(url, (client) => countSealed(client, keyring))
  const counted = await count(scratchUrl)
  const lost = sum(counted.map((each) => each.lost))
  if (lost > 0 && lost > sum((await count(ownerUrl)).map((each) => each.lost)))
    throw new Error(tell('恢复出的 {lost} 个加密的值无法解密', { lost }))
  return sum(counted.map(({ present, replaced }) => present + replaced))
}

/** The archived segments lie in the backup like files. */
const proveSegments = async (database: Database, place: BackupPlace, scratchUrl: string, { keyring }: ProofSource) => {
  const { publicKey, publicKeys } = keyring
  const rotations = await asOwner(scratchUrl, listKeyRotations)
  const isKnown = (signer: string) => publicKeys.includes(signer) || isPredecessor(signer, publicKey, rotations)
  const { broken } = await verifySegments(database, place.content, { publicKeys, isKnown })
  if (broken.length > 0)
    throw new Error(
      tell('备份中 {count} 个审计日志的归档分段不能核对：{problem}', {
        count: broken.length,
        problem: broken[0]?.problem,
      }),
    )
}

const proveDatabase = async (
  scratchUrl: string,
  place: BackupPlace,
  manifest: Manifest,
  source: ProofSource,
): Promise<Proof> => {
  const { rows: auditRows, brokenLinks } = await verifyAuditChain(scratchUrl)
  if (brokenLinks.length > 0)
    throw new Error(tell('恢复出的审计链在 {count} 家公司断开', { count: brokenLinks.length }))
  const sealedValues = await proveSealed(scratchUrl, source)
  const database = openDatabase(await ensureServingLogin(scratchUrl, source.givenLogin), 4)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-proof-'))
  try {
    const { checkpoints, broken } = await verifyStoredCheckpoints(database, source.keyring.publicKeys)
    if (broken.length > 0) throw new Error(tell('恢复出的审计日志与 {count} 个检查点不符', { count: broken.length }))
    await proveSegments(database, place, scratchUrl, source)
    const { keyring: secrets } = source
    const migrations = manifest.migrations.map(({ name }) => name)
    await trySignIn({ database, secrets, platformCompany: manifest.installation, migrations, folder })
    return { auditRows, checkpoints, sealedValues }
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Restores a checked backup into a database that is thrown away: every row is counted, the audit chain and its checkpoints
 * verified, every sealed value opened, and signed in to. Files were checked by their digests.
 * @throws an Error for the operator that says what failed
 */
export const proveBackup = (
  place: BackupPlace,
  manifest: Manifest,
  source: ProofSource,
  watch: Watch,
): Promise<Proof> =>
  withScratchDatabase(source.ownerUrl, async (scratchUrl) => {
    const { givenLogin, migrations } = source
    await restoreBackup(place, manifest, { ownerUrl: scratchUrl, givenLogin: givenLogin?.name, migrations }, watch)
    watch.onProgress(tell('正在核对恢复出的数据库……'))
    return proveDatabase(scratchUrl, place, manifest, source)
  })
