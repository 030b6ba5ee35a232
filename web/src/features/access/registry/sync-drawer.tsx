import { apisContract, type RegistryChanges } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useConfirmedWrite } from './use-confirmed-write.ts'
import './registry.css'

type Flagged = RegistryChanges['added']
const kindNames: Record<Flagged[number]['kind'], string> = { module: t('模块'), element: t('权限点'), api: t('接口') }

const Section = ({ title, hint, rows }: { title: string; hint: string; rows: Flagged }) =>
  rows.length > 0 && (
    <section className="sync-section">
      <h3>
        {title}
        <span className="registry-count">{rows.length}</span>
      </h3>
      <p className="registry-quiet">{hint}</p>
      <ul className="registry-rows">
        {rows.map(({ kind, code, name }) => (
          <li key={`${kind} ${code}`}>
            <span className="registry-name">
              <span>{name}</span>
              <span className="transfer-address">{code}</span>
            </span>
            <Tag>{kindNames[kind]}</Tag>
          </li>
        ))}
      </ul>
    </section>
  )

/** Changes of the code's declarations since they were last acknowledged. */
export const SyncDrawer = ({ onClosed }: { onClosed: () => void }) => {
  const [open, setOpen] = useState(true)
  const { impact, busy, answer } = useConfirmedWrite(apisContract.sync, {}, () => setOpen(false))
  const hasChanges = impact !== undefined && impact.added.length + impact.changed.length > 0
  const isUnchanged = impact !== undefined && !hasChanges && impact.missing.length === 0
  return (
    <Drawer
      title={t('同步接口')}
      width={600}
      open={open}
      onClose={() => (impact === undefined ? setOpen(false) : !busy && answer(false))}
      onClosed={onClosed}
      footer={
        impact && (
          <div className="registry-foot">
            <Button disabled={busy} onClick={() => answer(false)}>
              {hasChanges ? t('取消') : t('关闭')}
            </Button>
            {hasChanges && (
              <Button look="primary" loading={busy} onClick={() => answer(true)}>
                {t('确认变更')}
              </Button>
            )}
          </div>
        )
      }
    >
      {impact === undefined && <Skeleton lines={6} />}
      {isUnchanged && <Empty title={t('暂无变更')} hint={t('登记的模块、权限点和接口与产品代码一致。')} />}
      {impact && (
        <>
          <Section
            title={t('新增', { context: 'state' })}
            hint={t('产品升级后新增，确认后状态变为正常。')}
            rows={impact.added}
          />
          <Section
            title={t('有变更')}
            hint={t('产品代码的声明与上次不同，确认后状态变为正常。')}
            rows={impact.changed}
          />
          <Section
            title={t('已消失')}
            hint={t('产品代码中已移除。系统不会自动删除，确认不再需要后可在列表中删除。')}
            rows={impact.missing}
          />
        </>
      )}
    </Drawer>
  )
}
