import { type BatchDrawerProps, Button, Drawer, QrCode, t } from '@atrium/kit/web'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { AssetRow } from '../assets/assets.contract.ts'
import './labels.css'

/** The page of an asset, below the list at which this is opened. */
const addressOf = ({ id }: AssetRow) => `${location.origin}${location.pathname}/${id}`

const Labels = ({ rows }: { rows: readonly AssetRow[] }) => (
  <ul className="asset-labels">
    {rows.map((asset) => (
      <li key={asset.id} className="asset-label">
        <QrCode text={addressOf(asset)} label={t('{name}的二维码', { name: asset.name })} />
        <span className="asset-label-words">
          <b>{asset.name}</b>
          <span>{asset.number}</span>
          <span>{asset.org?.name}</span>
        </span>
      </li>
    ))}
  </ul>
)

/** Labels of the ticked assets, to be looked at and printed: the paper shows nothing else. */
export const LabelsDrawer = ({ rows, onClosed }: BatchDrawerProps<AssetRow>) => {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <>
      <Drawer
        title={t('打印标签')}
        open={open}
        onClose={close}
        onClosed={onClosed}
        width={720}
        footer={
          <Button look="primary" onClick={() => print()}>
            {t('打印 {count} 张标签', { count: rows.length })}
          </Button>
        }
      >
        <Labels rows={rows} />
      </Drawer>
      {createPortal(
        <div className="asset-labels-paper">
          <Labels rows={rows} />
        </div>,
        document.body,
      )}
    </>
  )
}
