import { messageTemplatesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { channelNames, channelOptions } from './message-words.ts'
import { TemplateForm } from './template-form.tsx'
import { filledText } from './template-slots.ts'

/** Wording of every message the product sends. */
export const MessageTemplatesPage = () => (
  <ListPage
    contract={messageTemplatesContract}
    texts={{
      noun: '消息模板',
      purpose: '系统发送的各类短信和邮件的模板，可修改文字内容。',
      searchHint: '编码、名称、内容',
    }}
    columns={[
      { field: 'name', title: '名称', width: 132 },
      { field: 'channel', title: '方式', width: 76, show: (channel) => <Tag>{channelNames[channel]}</Tag> },
      { field: 'title', title: '标题', width: 148, show: (title, { variables }) => filledText(title, variables) },
      {
        field: 'content',
        title: '内容',
        leastWidth: 280,
        show: (content, { variables }) => filledText(content, variables),
      },
      { field: 'providerTemplate', title: '服务商模板编号', width: 136 },
      { field: 'updateTime', title: '修改时间', width: 176, show: (at) => <Time at={at} /> },
      { field: 'updateBy', title: '修改人', width: 108, show: (by) => by?.name },
    ]}
    filters={[{ kind: 'select', name: 'channel', label: '方式', options: channelOptions }]}
    actions={{
      row: [{ label: '编辑', endpoint: messageTemplatesContract.update, drawer: TemplateForm }],
      timeline: 'messageTemplate',
    }}
  />
)
