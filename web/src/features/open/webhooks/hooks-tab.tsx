import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { WebhookRow } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { Plus } from 'lucide-react'
import { call } from '../../../kernel/api/call.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { HookDrawer } from './hook-drawer.tsx'
import { HookEditForm, HookForm } from './hook-form.tsx'
import { HookSecretOnce } from './hook-secrets.tsx'
import { hookState } from './hook-words.ts'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'
import './hooks.css'

const { hooks, removeHook } = webhooksContract
type LineProps = { hook: WebhookRow; onShow: () => void; onEdit: () => void; onRemove: () => void }

const HookLine = ({ hook, onShow, onEdit, onRemove }: LineProps) => {
  const { text, tone } = hookState(hook)
  const { url, events, sent, failed, waiting, stopReason } = hook
  return (
    <li className="app-secret">
      <div className="app-secret-head">
        <code className="hook-url">{url}</code>
        <Tag tone={tone}>{text}</Tag>
        <span className="hook-acts">
          <Button look="link" aria-label={t('详情 {url}', { url })} onClick={onShow}>
            {t('详情')}
          </Button>
          <Button look="link" aria-label={t('编辑 {url}', { url })} onClick={onEdit}>
            {t('编辑')}
          </Button>
          <Button look="link" danger aria-label={t('删除 {url}', { url })} onClick={onRemove}>
            {t('删除')}
          </Button>
        </span>
      </div>
      <p className="open-quiet">
        {t('订阅 {count} 个事件 · 近 24 小时送达 {sent}、失败 {failed}、待投递 {waiting}', {
          count: events.length,
          sent: numberText(sent),
          failed: numberText(failed),
          waiting: numberText(waiting),
        })}
      </p>
      {stopReason !== '' && <p className="hook-problem">{t('已自动停用：{stopReason}', { stopReason })}</p>}
    </li>
  )
}

/** Webhooks of an application. */
export const HooksTab = ({ app }: { app: OpenAppRow }) => {
  const read = useRead(hooks, { params: { id: app.id } }, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  const [ask, question] = useConfirm()
  const add = () =>
    open((onClosed) => (
      <HookForm
        app={app}
        onCreated={(secret) => open((onShown) => <HookSecretOnce secret={secret} onClose={onShown} />)}
        onClosed={onClosed}
      />
    ))
  const show = (hook: WebhookRow) => open((onClosed) => <HookDrawer app={app} row={hook} onClosed={onClosed} />)
  const edit = (hook: WebhookRow) => open((onClosed) => <HookEditForm app={app} hook={hook} onClosed={onClosed} />)
  const remove = ({ id: hookId, url }: WebhookRow) =>
    ask({
      title: t('删除 Webhook？'),
      body: t('{url} 将不再收到事件，尚未投递的事件不再投递。', { url }),
      confirm: t('删除'),
      danger: true,
      run: async () => {
        await call(removeHook, { params: { id: app.id, hookId } })
        await invalidate(hooks)
      },
    })
  return (
    <>
      <div className="app-tools">
        <p className="open-quiet">{t('数据变更后，将事件发送到外部程序；签名遵循 Standard Webhooks。')}</p>
        <Button icon={<Plus aria-hidden size={16} />} onClick={add}>
          {t('新增 Webhook')}
        </Button>
      </div>
      <ReadState read={read}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('暂无 Webhook')} hint={t('新增后，所选事件将发送到外部程序。')} />
          ) : (
            <ul className="app-secrets" aria-label="Webhook">
              {rows.map((hook) => (
                <HookLine
                  key={hook.id}
                  hook={hook}
                  onShow={() => show(hook)}
                  onEdit={() => edit(hook)}
                  onRemove={() => remove(hook)}
                />
              ))}
            </ul>
          )
        }
      </ReadState>
      {overlay}
      {question}
    </>
  )
}
