import { noticeStatus } from '@atrium/contract/features/content/notices/notice-words.ts'
import {
  hasTargets,
  type NoticeDetails,
  type NoticeReach,
  type NoticeTarget,
  type NoticeText,
  type NoticeUpdate,
  type NoticeWrite,
  type noticesContract,
} from '@atrium/contract/features/content/notices/notices.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import { maxOptions } from '@atrium/contract/kernel/autocomplete.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { currentLanguage, t } from '@atrium/contract/kernel/texts.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { reachOfActor } from '../../../kernel/reach-of-actor.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { Languages } from '../../../kernel/texts/languages.ts'
import type { RichTexts } from '../uploads/index.ts'
import { assertEditable, assertIssuable, assertSeen, assertShowable, principalId, toWriter } from './approval-rules.ts'
import { audienceRepository } from './audience.repository.ts'
import { noticeErasing } from './notice-erasing.ts'
import type { NoticeMessages } from './notice-messages.ts'
import {
  type ListedNotice,
  noticesRepository as repository,
  type StoredNotice,
  type Written,
} from './notices.repository.ts'
import { publishChange } from './publish-change.ts'

type Contract = typeof noticesContract
type Issue = InputOf<Contract['issue']>['body']
type Reschedule = InputOf<Contract['reschedule']>['body']
type Times = Pick<Issue, 'startTime' | 'endTime'>
type Sent = Pick<Parameters<NoticeMessages['send']>[2], 'noticeId' | 'askedRevision' | 'channels'>

/** The notice as audited; texts change too often and are kept as revisions. */
const toAudit = ({
  type,
  title,
  language,
  translations,
  target,
  level,
  top,
  ack,
  ackTime,
}: Written | StoredNotice) => ({
  type,
  title,
  language,
  languages: Object.keys(translations).sort(),
  scope: target.scope,
  targets: target.ids,
  level,
  top,
  ack,
  ackTime,
})

/**
 * Throws `platformOnly`, `portalAck` and `noSuchTarget`, at the field. Takes the former target, whose users are kept
 * though the caller does not see them.
 */
const assertTarget = async ({ db, actor }: RequestScope, { target, ack }: NoticeWrite, kept?: NoticeTarget) => {
  const { scope, ids } = target
  if (scope === 'company' && !actor.platform) throw refusalAt(noticesErrors.platformOnly, 'target')
  if (scope === 'portal' && ack) throw refusalAt(noticesErrors.portalAck, 'ack')
  const known = new Set(kept?.ids)
  const targets = await audienceRepository.targets(db, actor, target)
  const found = targets.filter(({ id, visible }) => visible || known.has(id))
  if (hasTargets(scope) && found.length < new Set(ids).size) throw refusalAt(noticesErrors.noSuchTarget, 'target')
}
const uniqueTarget = <Write extends NoticeWrite>(write: Write): Write => {
  const { scope, ids } = write.target
  return { ...write, target: { scope, ids: hasTargets(scope) ? [...new Set(ids)] : [] } }
}
const isIssued = ({ state }: StoredNotice) => state === 'issued'
/**
 * When a notice starts, in milliseconds; now at the earliest.
 * @throws `periodReversed` if it ends before
 */
const pickStart = ({ startTime, endTime }: Times): number => {
  const start = Math.max(startTime === null ? 0 : Date.parse(startTime), Date.now())
  if (endTime !== null && Date.parse(endTime) <= start) throw refusalAt(noticesErrors.periodReversed, 'endTime')
  return start
}
/** A text in all its languages with addresses of its pictures. */
const toShown = (
  { content, translations }: Pick<StoredNotice, 'content' | 'translations'>,
  companyId: string,
  richTexts: RichTexts,
) => ({
  content: richTexts.toShown(companyId, content),
  translations: Object.fromEntries(
    Object.entries(translations).map(([tag, text]) => [
      tag,
      { ...text, content: richTexts.toShown(companyId, text.content) },
    ]),
  ),
})
/** What the editor of an earlier version compares theirs with. */
const toCurrent = (before: StoredNotice, companyId: string, richTexts: RichTexts) => {
  const { id, version, type, title, summary, language, target, level, top, ack, ackTime } = before
  const text = toShown(before, companyId, richTexts)
  return { id, version, type, title, summary, ...text, language, target, level, top, ack, ackTime }
}
/** Whether the caller takes part in the text. */
const withOwn = <Notice extends ListedNotice>(notice: Notice, actor: Actor) => ({
  ...notice,
  own: notice.writers.includes(principalId(actor)),
})

type Ports = {
  database: Database
  noticeMessages: NoticeMessages
  richTexts: RichTexts
  languages: Pick<Languages, 'tags'>
}
/** Notices as their authors see them. */
export const createNotices = ({ database, noticeMessages, richTexts, languages }: Ports) => {
  const storeText = async ({ db, actor: { companyId } }: RequestScope, content: string, field: string) => {
    const { html, pictures } = await richTexts.toStored(db, { companyId, html: content, field })
    // What is left of a text may show nothing.
    if (html === '') throw refusalAt({ ...kernelErrors.invalid, msg: t('请输入正文') }, field)
    return { html, pictures }
  }
  const assertSpoken = (tag: string, before: string | undefined, field: string) => {
    if (tag !== before && !languages.tags.includes(tag)) throw refusalAt(noticesErrors.unknownLanguage, field)
  }
  /** The translations to be stored: what is sent, or else what there was; none into the language of the notice itself. */
  const pickTranslations = (write: NoticeWrite, language: string, before: StoredNotice | undefined) => {
    const all = Object.entries(write.translations ?? before?.translations ?? {})
    return all.filter(([tag, text]) => tag !== language && Object.values(text).some((part) => part !== ''))
  }
  /**
   * The notice with its text as stored in all its languages, and the pictures in them.
   * @throws `unknownLanguage`, and as `storeText` does
   */
  const toStored = async (scope: RequestScope, write: NoticeWrite, before?: StoredNotice) => {
    const language = write.language ?? before?.language ?? currentLanguage()
    assertSpoken(language, before?.language, 'language')
    const { html, pictures } = await storeText(scope, write.content, 'content')
    const translations: Record<string, NoticeText> = {}
    const all = [...pictures]
    const { translations: former = {} } = before ?? {}
    for (const [tag, text] of pickTranslations(write, language, before)) {
      assertSpoken(tag, tag in former ? tag : undefined, 'translations')
      if (write.translations === undefined) translations[tag] = text
      else {
        const stored = await storeText(scope, text.content, `translations.${tag}.content`)
        translations[tag] = { ...text, content: stored.html }
        all.push(...stored.pictures)
      }
    }
    return { write: { ...write, content: html, language, translations }, pictures: [...new Set(all)] }
  }
  const lock = async ({ db, actor: { companyId } }: RequestScope, id: string) =>
    orNotFound(await repository.findForUpdate(db, { companyId, id }))
  /** Queues the messages of a notice for its start. */
  const sendAt = ({ db, actor }: RequestScope, start: number, sent: Sent) =>
    noticeMessages.send(db, actor.companyId, { ...sent, onlyWaiting: false }, Math.ceil((start - Date.now()) / 1000))
  /**
   * What was withdrawn is to be read again, and keeps the text that was read.
   * @returns the revision to be read
   */
  const renewRevoked = async (scope: RequestScope, before: StoredNotice): Promise<number> => {
    const { revokeTime, isTextShown, revision, askedRevision } = before
    if (revokeTime === null) return askedRevision
    const key = { companyId: scope.actor.companyId, id: before.id }
    // The first edit since has kept the text that was read, and the one behind it has its own number already.
    const isNumbered = !isTextShown && revision > askedRevision
    const next = isNumbered ? revision : revision + 1
    if (isTextShown) await repository.revise(scope.db, key, before, true, toAuthor(scope))
    else await repository.renew(scope.db, key, next)
    return next
  }

  return {
    async list({ db, actor, origin }: RequestScope, query: InputOf<Contract['list']>['query']) {
      assertPageDepth(query)
      const page = await repository.list(db, actor.companyId, query, origin.timeZone)
      return { ...page, data: page.data.map((notice) => withOwn(notice, actor)) }
    },

    async get({ db, actor }: RequestScope, id: string): Promise<NoticeDetails> {
      const { companyId } = actor
      const notice = orNotFound(await repository.find(db, { companyId, id }))
      const targets = await audienceRepository.targets(db, actor, notice.target)
      return { ...withOwn(notice, actor), ...toShown(notice, companyId, richTexts), targets }
    },

    /** Throws as `toStored` and `assertTarget` do. */
    async create(scope: RequestScope, body: NoticeWrite) {
      const { write, pictures } = await toStored(scope, uniqueTarget(body))
      await assertTarget(scope, write)
      const { companyId } = scope.actor
      const id = await repository.insert(scope.db, companyId, write, toWriter(scope))
      await repository.keepPictures(scope.db, { companyId, id }, pictures, false)
      scope.note({ entityId: id, entityName: write.title, after: toAudit(write) })
      return { id }
    },

    /**
     * A notice that was shown keeps its former text.
     * @throws as `toStored`, `assertTarget` and `assertEditable` do
     */
    async update(scope: RequestScope, id: string, { version, renew, ...body }: NoticeUpdate) {
      const before = await lock(scope, id)
      assertVersion(toCurrent(before, scope.actor.companyId, richTexts), version)
      assertEditable(before)
      const { write, pictures } = await toStored(scope, uniqueTarget(body), before)
      await assertTarget(scope, write, before.target)
      const key = { companyId: scope.actor.companyId, id }
      if (before.isTextShown) await repository.revise(scope.db, key, before, renew && isIssued(before), toAuthor(scope))
      await repository.update(scope.db, key, write, toWriter(scope))
      // Translations that were not sent keep theirs.
      const keepsOthers = body.translations === undefined && before.languages.length > 0
      await repository.keepPictures(scope.db, key, pictures, keepsOthers || before.revision > 1 || before.isTextShown)
      scope.note({ entityId: id, entityName: write.title, before: toAudit(before), after: toAudit(write) })
      if (isIssued(before)) await publishChange(scope, before.target, write.target)
      return null
    },

    /** Throws `published`. */
    async remove(scope: RequestScope, id: string) {
      const before = await lock(scope, id)
      if (isIssued(before)) throw new AppError(noticesErrors.published)
      const { companyId } = scope.actor
      await repository.remove(scope.db, { companyId, id }, toAuthor(scope))
      await noticeErasing.start(scope.db, companyId, id)
      scope.note({ entityId: id, entityName: before.title, before: toAudit(before) })
      return null
    },

    /**
     * One row changes, however many people it reaches.
     * @throws `alreadyIssued`, `outdatedText`, `notApproved`, `portalMessages` and `periodReversed`
     */
    async issue(scope: RequestScope, id: string, { version, channels, ...times }: Issue) {
      const { db, actor } = scope
      const before = await lock(scope, id)
      if (isIssued(before)) throw new AppError(noticesErrors.alreadyIssued)
      assertSeen(before, version)
      assertIssuable(before)
      const isForPortal = before.target.scope === 'portal'
      if (isForPortal && channels.length > 0) throw refusalAt(noticesErrors.portalMessages, 'channels')
      const start = pickStart(times)
      const key = { companyId: actor.companyId, id }
      const askedRevision = await renewRevoked(scope, before)
      await repository.issue(db, key, { ...times, channels }, toAuthor(scope))
      await sendAt(scope, start, { noticeId: id, askedRevision, channels })
      scope.note({ entityId: id, entityName: before.title, after: { ...times, channels } })
      await publishChange(scope, before.target)
      return null
    },

    /**
     * The text stays as it is.
     * @throws `notScheduled`, `notApproved` and `periodReversed`
     */
    async reschedule(scope: RequestScope, id: string, { version, ...times }: Reschedule) {
      const before = await lock(scope, id)
      const { status, publishTime, endTime, revision, channels } = before
      const current = { id, version: before.version, startTime: publishTime, endTime }
      assertVersion(current, version)
      if (!isIssued(before)) throw new AppError(noticesErrors.notScheduled)
      if (status === noticeStatus.ended) assertShowable(before)
      const isScheduled = status === noticeStatus.scheduled
      const start = pickStart(isScheduled ? times : { startTime: publishTime, endTime: times.endTime })
      const key = { companyId: scope.actor.companyId, id }
      if (isScheduled) {
        // The messages of the former start belong to the former number.
        await repository.renew(scope.db, key, revision + 1)
        await sendAt(scope, start, { noticeId: id, askedRevision: revision + 1, channels })
      }
      await repository.reschedule(scope.db, key, times, toAuthor(scope))
      const after = isScheduled ? times : { endTime: times.endTime }
      scope.note({ entityId: id, entityName: before.title, before: { startTime: publishTime, endTime }, after })
      await publishChange(scope, before.target)
      return null
    },

    /** Throws `notIssued`. */
    async revoke(scope: RequestScope, id: string, { reason }: { reason: string }) {
      const before = await lock(scope, id)
      if (!isIssued(before)) throw new AppError(noticesErrors.notIssued)
      await repository.revoke(scope.db, { companyId: scope.actor.companyId, id }, reason, toAuthor(scope))
      scope.note({ entityId: id, entityName: before.title, after: { reason } })
      await publishChange(scope, before.target)
      return null
    },

    async revisions({ db, actor: { companyId } }: RequestScope, id: string) {
      orNotFound(await repository.find(db, { companyId, id }))
      const former = await repository.revisions(db, { companyId, id })
      return former.map((each) => ({ ...each, ...toShown(each, companyId, richTexts) }))
    },

    /** Throws `platformOnly`. */
    async reach(actor: Actor, target: NoticeTarget): Promise<NoticeReach> {
      const { platform, companyId } = actor
      if (target.scope === 'company' && !platform) throw new AppError(noticesErrors.platformOnly)
      return database.read(reachOfActor(actor), async (db) => {
        // One by one, users that the caller does not see count like unknown ones.
        const named = target.scope === 'user' ? await audienceRepository.targets(db, actor, target) : undefined
        const ids = named?.flatMap(({ id, visible }) => (visible ? id : [])) ?? target.ids
        return audienceRepository.reach(db, { ...target, ids, companyId, platform })
      })
    },

    /** Throws `platformOnly`. */
    async targets(actor: Actor, { scope, keyword }: InputOf<Contract['targets']>['query']) {
      if (scope === 'company' && !actor.platform) throw new AppError(noticesErrors.platformOnly)
      const reach =
        scope === 'company' ? reachOfActor(actor) : ({ reach: 'company', companyId: actor.companyId } as const)
      const found = await database.read(reach, (db) => audienceRepository.search(db, actor, scope, keyword, maxOptions))
      return found.map(({ id: value, name: label }) => ({ value, label }))
    },
  }
}
export type Notices = ReturnType<typeof createNotices>
