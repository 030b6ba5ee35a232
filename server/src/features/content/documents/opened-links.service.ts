import { findPreview } from '@atrium/contract/features/content/documents/document-fields.ts'
import type { OpenedLink, Opening } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Limits } from '../../../kernel/limits.ts'
import { passwordMatches } from '../../../kernel/password-hash.ts'
import { AppError, type DetachedScope, refusalAt } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { toNetwork } from '../../../kernel/to-network.ts'
import { assertSendable, type FileAddresses } from '../uploads/index.ts'
import { type FoundLink, documentLinksRepository as repository } from './document-links.repository.ts'
import { documentReadersRepository as readersRepository } from './document-readers.repository.ts'
import { findSharedFile } from './document-rules.ts'
import { documentsRepository } from './documents.repository.ts'

/** Wrong passwords at a link from one address within an hour. */
const mostGuesses = 20
/** Wrong passwords at a link within an hour from which each address has few more: many addresses guess together. */
const mostOfAll = 200
const fewGuesses = 3
const guessSeconds = 60 * 60
const platform = { reach: 'platform' } as const
/** In the audit log, where the actor of a link has no account. */
const visitorName = '分享链接的访客'

type Scope = DetachedScope<null>
type File = NonNullable<Awaited<ReturnType<typeof documentsRepository.findVersion>>> & { title: string }
type Found = { link: FoundLink; file: File }
type Ports = { database: Database; limits: Limits; addresses: Pick<FileAddresses, 'temporary' | 'shown'> }

/** Links to files as their visitors, who have no account, use them. */
export const createOpenedLinks = ({ database, limits, addresses }: Ports) => {
  const counter = (name: string, points: number) => limits.counter({ name, points, seconds: guessSeconds })
  const guesses = counter('doc-link', mostGuesses)
  const lastGuesses = counter('doc-link-last', fewGuesses)
  const allGuesses = counter('doc-link-all', mostOfAll)

  /** The newest version of a link's file; undefined once its maker does not manage it, or it is in the trash. */
  const findFile = ({ companyId, documentId: id, makerId: userId }: FoundLink) =>
    database.read({ reach: 'company', companyId }, async (db) => {
      const document = await findSharedFile(db, { companyId, userId }, id)
      if (!document) return undefined
      const version = await documentsRepository.findVersion(db, { companyId, id }, document.versions)
      return version && { ...version, title: document.title }
    })

  /**
   * What a token leads to.
   * @throws `noSuchLink`
   */
  const follow = async (scope: Scope, token: string): Promise<Found> => {
    const link = await database.read(platform, (db) => repository.find(db, digest(token)))
    if (!link) throw new AppError(documentsErrors.noSuchLink)
    const { companyId, id, documentId } = link
    scope.note({ actor: auditActor({ companyId, id, name: visitorName }), entityId: documentId })
    const file = await findFile(link)
    if (!file) throw new AppError(documentsErrors.noSuchLink)
    scope.note({ entityName: file.title, after: { number: file.number } })
    return { link, file }
  }

  /** Throws `wrongLinkPassword`, and `tooOften` after too many wrong ones: at this address alone, so that no one shuts a link for others. */
  const assertPassword = async ({ id, passwordHash }: FoundLink, password: string, ip: string) => {
    if (passwordHash === '') return
    const isAttacked = (await allGuesses.count(id)) >= mostOfAll
    const own = isAttacked ? lastGuesses : guesses
    const key = `${id} ${toNetwork(ip)}`
    // Counted before the comparison: parallel guesses count as well.
    await own.take(key)
    if (!(await passwordMatches(passwordHash, password))) {
      await allGuesses.add(id)
      throw refusalAt(documentsErrors.wrongLinkPassword, 'password')
    }
    // Only this one: the guesses of others stay counted.
    await own.giveBack(key)
  }

  /**
   * What a token leads to with its password, ready to be sent.
   * @throws as `follow`, `assertPassword`, `assertSendable`
   */
  const unlock = async (scope: Scope, { token, password }: Opening): Promise<Found> => {
    const found = await follow(scope, token)
    await assertPassword(found.link, password, scope.origin.ip)
    assertSendable(found.file.state)
    return found
  }

  /**
   * Takes one of the uses that are left.
   * @returns an address of the file
   * @throws `linkUsedUp`
   */
  const use = async (scope: Scope, { link, file }: Found, isDownload: boolean): Promise<string> => {
    const { companyId, documentId: id, createBy: linkBy } = link
    const visitor = { userId: null, linkBy, by: { id: '', name: visitorName }, ip: scope.origin.ip }
    await scope.commit(async (db) => {
      if (!(await repository.take(db, link))) throw new AppError(documentsErrors.linkUsedUp)
      if (isDownload) await readersRepository.noteDownload(db, { companyId, id, number: file.number }, visitor)
    })
    // A page that shows a file asks for its parts one by one; what is saved comes at once.
    const by = isDownload && link.usesLeft !== null ? 'once' : 'link'
    return addresses[isDownload ? 'temporary' : 'shown'](companyId, file.fileId, { by, id: link.id, documentId: id })
  }

  return {
    /** Throws as `follow`, `assertPassword` and `assertSendable` do. */
    async open(scope: Scope, asked: Opening): Promise<OpenedLink> {
      const { link, file } = await follow(scope, asked.token)
      const { downloadable, usesLeft, expireTime } = link
      const terms = { downloadable, usesLeft, expireTime }
      if (link.passwordHash !== '' && asked.password === '') {
        // Nothing is opened yet.
        scope.note({ unchanged: true })
        return { ...terms, locked: true, title: '', mime: '', size: 0 }
      }
      await assertPassword(link, asked.password, scope.origin.ip)
      assertSendable(file.state)
      return { ...terms, locked: false, title: file.title, mime: file.type, size: file.size }
    },

    /** Throws as `unlock` and `use` do, and `notShown`. */
    async preview(scope: Scope, asked: Opening) {
      const found = await unlock(scope, asked)
      const { type: mime, size } = found.file
      if (!findPreview({ mime, size })) throw new AppError(documentsErrors.notShown)
      return { url: await use(scope, found, false) }
    },

    /** Throws as `unlock` and `use` do, and `linkShowsOnly`. */
    async download(scope: Scope, asked: Opening) {
      const found = await unlock(scope, asked)
      if (!found.link.downloadable) throw new AppError(documentsErrors.linkShowsOnly)
      return { url: await use(scope, found, true), title: found.file.title }
    },
  }
}
export type OpenedLinks = ReturnType<typeof createOpenedLinks>
