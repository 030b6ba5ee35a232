import type {
  MessageTemplateRow,
  messageTemplatesContract,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { messagesErrors } from '@atrium/contract/features/communication/messages/messages.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { builtinTemplates } from './builtin-templates.ts'
import { messageTemplatesRepository as repository } from './message-templates.repository.ts'
import { listVariables } from './template-text.ts'

type Query = InputOf<typeof messageTemplatesContract.list>['query']
type Write = InputOf<typeof messageTemplatesContract.update>['body']

/** Seeds the wording of every message; existing ones stay. */
export const ensureMessageTemplates = async (db: Db): Promise<void> => {
  for (const [code, { name, sms, title, mail }] of Object.entries(builtinTemplates)) {
    await repository.ensure(db, { code, channel: 'sms', name, title: '', content: sms })
    await repository.ensure(db, { code, channel: 'mail', name, title, content: mail })
  }
}

/** Wordings are shared by all companies; only the platform company reads and edits them. */
const refuseOtherCompanies = ({ actor }: RequestScope) => {
  if (!actor.platform) throw new AppError(messagesErrors.platformOnly)
}
const refuseUnknownVariables = ({ variables }: MessageTemplateRow, write: Write) => {
  const errors = (['title', 'content'] as const).flatMap((field) => {
    const unknown = listVariables(write[field]).filter((name) => !variables.includes(name))
    return unknown.length > 0
      ? { field, msg: t('不支持的变量：{unknown}', { unknown: unknown.map((name) => `{${name}}`).join('、') }) }
      : []
  })
  if (errors.length > 0) throw new AppError(messagesErrors.unknownVariable, { errors })
}

export const messageTemplatesService = {
  /**
   * Lists wordings.
   * @throws `platformOnly`
   */
  async list(scope: RequestScope, query: Query) {
    refuseOtherCompanies(scope)
    assertPageDepth(query)
    return repository.list(scope.db, query)
  },
  /**
   * Edits a wording.
   * @throws `platformOnly`, `unknownVariable` at its field, `notFound` and `versionConflict`
   */
  async update(scope: RequestScope, id: string, { version, ...write }: Write) {
    refuseOtherCompanies(scope)
    const before = orNotFound(await repository.lock(scope.db, id))
    assertVersion(before, version)
    refuseUnknownVariables(before, { version, ...write })
    const after = await repository.update(scope.db, id, write, toAuthor(scope))
    scope.note({ entityId: id, entityName: before.name, before, after })
    return null
  },
}
