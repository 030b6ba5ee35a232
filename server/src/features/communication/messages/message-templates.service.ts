import type {
  MessageTemplateRow,
  messageTemplatesContract,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { messagesErrors } from '@atrium/contract/features/communication/messages/messages.errors.ts'
import { templateVariables } from '@atrium/contract/features/communication/messages/template-variables.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { sourceLanguage, t } from '@atrium/contract/kernel/texts.ts'
import { runInLanguage } from '../../../kernel/call-context.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { Languages } from '../../../kernel/texts/languages.ts'
import { declaredTemplates } from './builtin-templates.ts'
import { productWording } from './compose.ts'
import {
  type OwnWordings,
  messageTemplatesRepository as repository,
  type StoredTemplate,
} from './message-templates.repository.ts'
import { listVariables } from './template-text.ts'

type Query = InputOf<typeof messageTemplatesContract.list>['query']
type Write = InputOf<typeof messageTemplatesContract.update>['body']

/** Seeds the wording of every message; existing ones stay. */
export const ensureMessageTemplates = async (db: Db): Promise<void> => {
  for (const [code, { name, sms, title, mail }] of Object.entries(declaredTemplates)) {
    await repository.ensure(db, { code, channel: 'sms', name, title: '', content: sms })
    await repository.ensure(db, { code, channel: 'mail', name, title, content: mail })
  }
}

/** Wordings are shared by all companies; only the platform company reads and edits them. */
const refuseOtherCompanies = ({ actor }: RequestScope) => {
  if (!actor.platform) throw new AppError(messagesErrors.platformOnly)
}
const findUnknown = (text: string, variables: readonly string[]) =>
  listVariables(text)
    .filter((name) => !variables.includes(name))
    .map((name) => `{${name}}`)
/** Each wording names only what the message has; those of other languages are named by their tags. */
const refuseUnknownVariables = ({ variables }: StoredTemplate, { wordings = {}, ...write }: Write) => {
  const all = [
    ['', write] as const,
    ...Object.entries(wordings).map(([tag, each]) => [`wordings.${tag}.`, each] as const),
  ]
  const errors = all.flatMap(([path, wording]) =>
    (['title', 'content'] as const).flatMap((field) => {
      const unknown = findUnknown(wording[field], variables)
      if (unknown.length === 0) return []
      return { field: `${path}${field}`, msg: t('不支持的变量：{unknown}', { unknown: listText(unknown) }) }
    }),
  )
  if (errors.length > 0) throw new AppError(messagesErrors.unknownVariable, { errors })
}

/** What the product says in each language, and samples for a preview. */
const describeLanguages = ({ code, channel, variables }: StoredTemplate, tags: readonly string[]) =>
  tags.map((language) =>
    runInLanguage(language, () => ({
      language,
      product: productWording(code, channel) ?? null,
      samples: Object.fromEntries(variables.map((name) => [name, t(templateVariables[name]?.sample ?? `{${name}}`)])),
    })),
  )

type Ports = { languages: Pick<Languages, 'tags'> }
export const createMessageTemplates = ({ languages }: Ports) => {
  const toRow = (row: StoredTemplate): MessageTemplateRow => ({
    ...row,
    languages: describeLanguages(row, languages.tags),
  })
  /** The wordings as they are to be stored: without those that say nothing, and with those of languages that are gone. */
  const mergeWordings = (before: OwnWordings, write: OwnWordings | undefined): OwnWordings => {
    if (write === undefined) return before
    const isOffered = (tag: string) => tag !== sourceLanguage && languages.tags.includes(tag)
    const [unknown] = Object.keys(write).filter((tag) => !isOffered(tag))
    if (unknown !== undefined) throw refusalAt(messagesErrors.unknownLanguage, 'wordings')
    const kept = Object.entries(before).filter(([tag]) => !isOffered(tag))
    const written = Object.entries(write).filter(([, own]) => Object.values(own).some((text) => text !== ''))
    return Object.fromEntries([...kept, ...written])
  }

  return {
    /**
     * Lists wordings.
     * @throws `platformOnly`
     */
    async list(scope: RequestScope, query: Query) {
      refuseOtherCompanies(scope)
      assertPageDepth(query)
      const page = await repository.list(scope.db, query)
      return { ...page, data: page.data.map(toRow) }
    },
    /**
     * Edits a wording.
     * @throws `platformOnly`, `unknownLanguage`, `unknownVariable` at its field, `notFound` and `versionConflict`
     */
    async update(scope: RequestScope, id: string, { version, ...write }: Write) {
      refuseOtherCompanies(scope)
      const before = orNotFound(await repository.lock(scope.db, id))
      assertVersion(toRow(before), version)
      refuseUnknownVariables(before, { version, ...write })
      const wordings = mergeWordings(before.wordings, write.wordings)
      const after = await repository.update(scope.db, id, { ...write, wordings }, toAuthor(scope))
      scope.note({ entityId: id, entityName: before.name, before, after })
      return null
    },
  }
}
