import { listSettingsContract } from '@atrium/contract/features/communication/list-views/list-settings.contract.ts'
import {
  type ListView,
  listViewsContract,
  maxViewNameLength,
  type Notify,
  type ViewUpdate,
} from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { Bell, BellRing, Pencil, Save, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { type ListPanelProps, listKey } from '../../../kernel/listing/list-preferences.ts'
import { type ListState, parseListState, toAddress } from '../../../kernel/listing/list-state.ts'
import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import { Button } from '../../../ui/button.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { PopupPanel } from '../../../ui/popup-panel.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import './view-panel.css'

const { views, saveView, updateView, removeView } = listViewsContract
const invalidates = [views, listSettingsContract.settings]

/** Query of a view: the list state as an address, without the page. */
const toViewQuery = (state: ListState): string => {
  const address = toAddress({ ...state, page: 1, after: undefined, before: undefined })
  const filled = Object.entries(address).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
}

type NameFormProps = {
  label: string
  initialName?: string
  submit: string
  busy: boolean
  onSubmit: (name: string) => void
}
const NameForm = ({ label, initialName = '', submit, busy, onSubmit }: NameFormProps) => {
  const [name, setName] = useState(initialName)
  return (
    <form
      className="view-panel-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onSubmit(name.trim())
      }}
    >
      <LineInput aria-label={label} placeholder={label} maxLength={maxViewNameLength} value={name} onChange={setName} />
      <Button submits loading={busy} disabled={name.trim() === ''}>
        {submit}
      </Button>
    </form>
  )
}

const useViewUpdate = ({ id }: ListView) => {
  const update = useWrite(updateView, { invalidates })
  const change = (body: ViewUpdate, onSuccess = () => {}) => update.mutate({ params: { id }, body }, { onSuccess })
  return [change, update.isPending] as const
}

type EditedViewProps = { view: ListView; onEnd: () => void }

const RenamedView = ({ view, onEnd }: EditedViewProps) => {
  const [change, busy] = useViewUpdate(view)
  return (
    <>
      <NameForm
        label={t('视图名称')}
        initialName={view.name}
        submit={t('保存')}
        busy={busy}
        onSubmit={(name) => change({ name }, onEnd)}
      />
      <Button onClick={onEnd}>{t('取消')}</Button>
    </>
  )
}

const RemovedView = ({ view: { id, name }, onEnd }: EditedViewProps) => {
  const remove = useWrite(removeView, { invalidates })
  return (
    <>
      <span className="view-panel-form">{t('删除“{name}”？', { name })}</span>
      <Button danger loading={remove.isPending} onClick={() => remove.mutate({ params: { id } })}>
        {t('删除')}
      </Button>
      <Button onClick={onEnd}>{t('取消')}</Button>
    </>
  )
}

const notifyNames: Readonly<Record<Notify, string>> = { off: t('不提醒'), hourly: t('每小时'), daily: t('每天') }

const NotifyingView = ({ view, notify, onEnd }: EditedViewProps & { notify: Notify }) => {
  const [change] = useViewUpdate(view)
  return (
    <>
      <Segments<Notify>
        label={t('“{name}”有新数据时邮件提醒', { name: view.name })}
        options={(['off', 'hourly', 'daily'] as const).map((value) => ({ value, label: notifyNames[value] }))}
        value={notify}
        onChange={(value) => change({ notify: value })}
      />
      <Button onClick={onEnd}>{t('完成')}</Button>
      <p className="view-panel-note">
        {view.stopped === ''
          ? t('“{name}”有新数据时邮件提醒', { name: view.name })
          : t('提醒已停止：{reason}', { reason: view.stopped })}
      </p>
    </>
  )
}

type ShownViewProps = ViewRowProps & { onEdit: (as: 'renamed' | 'removed' | 'notifying') => void }

const ShownView = ({ view, current, onOpen, onEdit }: ShownViewProps) => {
  const { name, query, isDefault, notify, stopped } = view
  const [change] = useViewUpdate(view)
  const star = isDefault ? t('不再默认打开') : t('设为默认打开')
  return (
    <>
      <button
        type="button"
        className="view-panel-open"
        title={name}
        aria-current={query === current || undefined}
        onClick={onOpen}
      >
        {name}
      </button>
      <Button
        look="quiet"
        aria-label={labelledText(star, name)}
        title={star}
        icon={<Star aria-hidden size={16} className={isDefault ? 'view-panel-star' : undefined} />}
        onClick={() => change({ isDefault: !isDefault })}
      />
      {notify !== null && (
        <Button
          look="quiet"
          danger={stopped !== ''}
          aria-label={t('新数据提醒：{name}', { name })}
          title={
            stopped === ''
              ? t('新数据提醒：{name}', { name: notifyNames[notify] })
              : t('提醒已停止：{reason}', { reason: stopped })
          }
          icon={
            notify === 'off' ? (
              <Bell aria-hidden size={16} />
            ) : (
              <BellRing aria-hidden size={16} className="view-panel-star" />
            )
          }
          onClick={() => onEdit('notifying')}
        />
      )}
      <Button
        look="quiet"
        aria-label={t('用当前条件覆盖：{name}', { name })}
        title={t('用当前条件覆盖')}
        disabled={query === current || current === ''}
        icon={<Save aria-hidden size={16} />}
        onClick={() => change({ query: current })}
      />
      <Button
        look="quiet"
        aria-label={t('改名：{name}', { name })}
        title={t('改名')}
        icon={<Pencil aria-hidden size={16} />}
        onClick={() => onEdit('renamed')}
      />
      <Button
        look="quiet"
        danger
        aria-label={t('删除：{name}', { name })}
        title={t('删除')}
        icon={<Trash2 aria-hidden size={16} />}
        onClick={() => onEdit('removed')}
      />
    </>
  )
}

type ViewRowProps = { view: ListView; current: string; onOpen: () => void }

const ViewRow = (props: ViewRowProps) => {
  const [mode, setMode] = useState<'shown' | 'renamed' | 'removed' | 'notifying'>('shown')
  const end = () => setMode('shown')
  return (
    <li className="view-panel-view">
      {mode === 'shown' && <ShownView {...props} onEdit={setMode} />}
      {mode === 'renamed' && <RenamedView view={props.view} onEnd={end} />}
      {mode === 'removed' && <RemovedView view={props.view} onEnd={end} />}
      {mode === 'notifying' && <NotifyingView view={props.view} notify={props.view.notify ?? 'off'} onEnd={end} />}
    </li>
  )
}

/** Saved views of a list: open, save, rename, overwrite and remove. */
export const ViewPanel = ({ endpoint, state, onOpen, beside, onClose }: ListPanelProps) => {
  const list = listKey(endpoint)
  const { data, error, refetch } = useRead(views, { query: { list } }, { toasts: false })
  const current = toViewQuery(state)
  const [saveCount, setSaveCount] = useState(0)
  const save = useWrite(saveView, { invalidates, onDone: () => setSaveCount(saveCount + 1) })
  const open = (query: string) => {
    onOpen(parseListState(new URLSearchParams(query), endpoint.query.shape, z.safeParse))
    onClose()
  }
  return (
    <PopupPanel title={t('视图')} beside={beside} onClose={onClose}>
      {error instanceof CallError && <FailureBlock failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={2} />}
      {data && (
        <ul className="view-panel">
          <li className="view-panel-view">
            <button
              type="button"
              className="view-panel-open"
              aria-current={current === '' || undefined}
              onClick={() => open('')}
            >
              {t('全部')}
            </button>
          </li>
          {data.map((view) => (
            <ViewRow key={view.id} view={view} current={current} onOpen={() => open(view.query)} />
          ))}
        </ul>
      )}
      <div className="view-panel-keep">
        {current === '' ? (
          <p className="view-panel-note">{t('搜索、筛选或排序后，可将当前条件保存为视图。')}</p>
        ) : (
          <NameForm
            key={saveCount}
            label={t('视图名称')}
            submit={t('保存当前条件')}
            busy={save.isPending}
            onSubmit={(name) => save.mutate({ body: { list, name, query: current } })}
          />
        )}
      </div>
    </PopupPanel>
  )
}
