import { messagesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { Send } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { ListHistogram } from '../../../shared/histogram/histogram-slot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { MessageDetails } from './message-details.tsx'
import { MessageState } from './message-state.tsx'
import { channelNames, channelOptions, providerName, stateNames, stateOptions } from './message-words.ts'
import { TestMessageForm } from './test-message-form.tsx'

const names = { success: t('已发送和待发送'), refused: stateNames.dropped, failed: stateNames.failed }

/** Sent SMS and mail with their states; contents are never shown. */
export const MessagesPage = () => {
  const [drawer, open] = useOverlay()
  const test = () => open((onClosed) => <TestMessageForm onClosed={onClosed} />)
  return (
    <>
      <ListPage
        contract={messagesContract}
        texts={{
          noun: t('发送记录'),
          purpose: t('系统发送的短信和邮件记录。为保障安全，不保存内容，接收地址仅显示部分。'),
          searchHint: t('接收地址'),
        }}
        columns={[
          { field: 'createTime', title: t('时间'), width: 176, show: (at) => <Time at={at} /> },
          { field: 'channel', title: t('方式'), width: 76, show: (channel) => <Tag>{channelNames[channel]}</Tag> },
          { field: 'templateName', title: t('模板') },
          { field: 'target', title: t('接收地址') },
          { field: 'state', title: t('状态'), width: 88, show: (_state, row) => <MessageState {...row} /> },
          { field: 'provider', title: t('发送服务'), width: 108, show: providerName },
          { field: 'tries', title: t('次数'), width: 64, alignRight: true },
          { field: 'problem', title: t('问题') },
        ]}
        filters={[
          { kind: 'select', name: 'channel', label: t('方式'), options: channelOptions },
          { kind: 'select', name: 'state', label: t('状态'), options: stateOptions },
          { kind: 'dateTimeRange', name: 'time', label: t('时间') },
        ]}
        rows={{
          drawing: (list) => (
            <ListHistogram label={t('发送时间分布')} endpoint={messagesContract.histogram} list={list} names={names} />
          ),
        }}
        actions={{
          row: [{ label: t('详情'), endpoint: messagesContract.list, drawer: MessageDetails }],
          tools: (
            <Can endpoint={messagesContract.test}>
              <Button look="primary" icon={<Send aria-hidden size={14} />} onClick={test}>
                {t('发送测试')}
              </Button>
            </Can>
          ),
        }}
      />
      {drawer}
    </>
  )
}
