import {
  type MessageTemplateRow,
  messageTemplatesContract,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { languageName } from '../../../ui/language-name.ts'
import { Tag } from '../../../ui/tag.tsx'
import { pageLanguage, t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { channelNames, channelOptions } from './message-words.ts'
import { TemplateForm } from './template-form.tsx'
import { filledText } from './template-slots.ts'
import { originOf, toFormValues, wordingFor } from './template-wordings.ts'

const valuesOf = (row: MessageTemplateRow) => ({ ...row, ...toFormValues(row) })
/** A part of a message as readers of the page's language get it. */
const shown = (part: 'title' | 'content', row: MessageTemplateRow) => {
  const of = row.languages.find(({ language }) => language === pageLanguage) ?? row.languages[0]
  return of && filledText(wordingFor(row, of.language, valuesOf(row))[part], of.samples)
}
/** Languages in which people have written a wording. */
const listOwn = (row: MessageTemplateRow) =>
  row.languages.map(({ language }) => language).filter((tag) => originOf(row, tag, valuesOf(row)) === 'own')

/** Wording of every message the product sends. */
export const MessageTemplatesPage = () => (
  <ListPage
    contract={messageTemplatesContract}
    texts={{
      noun: t('消息模板'),
      purpose: t('系统发送的各类短信和邮件的模板，可修改文字内容。'),
      searchHint: t('编码、名称、内容'),
    }}
    columns={[
      { field: 'name', title: t('名称'), width: 132 },
      { field: 'channel', title: t('方式'), width: 76, show: (channel) => <Tag>{channelNames[channel]}</Tag> },
      { field: 'title', title: t('标题'), width: 148, show: (_title, row) => shown('title', row) },
      { field: 'content', title: t('内容'), leastWidth: 280, show: (_content, row) => shown('content', row) },
      {
        field: 'wordings',
        title: t('已改写'),
        width: 100,
        show: (_wordings, row) => listOwn(row).map((tag) => <Tag key={tag}>{languageName(tag)}</Tag>),
      },
      { field: 'providerTemplate', title: t('服务商模板编号'), width: 136, rank: -2 },
      { field: 'updateTime', title: t('修改时间'), width: 176, show: (at) => <Time at={at} /> },
      { field: 'updateBy', title: t('修改人'), width: 108, show: (by) => by?.name },
    ]}
    filters={[{ kind: 'select', name: 'channel', label: t('方式'), options: channelOptions }]}
    actions={{
      row: [{ label: t('编辑'), endpoint: messageTemplatesContract.update, drawer: TemplateForm }],
      timeline: 'messageTemplate',
    }}
  />
)
