import type { CardKey, CardLayout } from '@atrium/contract/features/communication/preferences/cards.ts'
import { Button } from '../../../ui/button.tsx'
import { CardOrder } from '../../communication/preferences/public/card-order.tsx'
import { Card } from './card.tsx'

type EditLayoutProps = {
  cards: readonly CardKey[]
  layout: CardLayout | null
  /** Whether the user has a layout of their own. */
  isOwn: boolean
  /** Null: the default of the roles, or the usual one. */
  onChange: (layout: CardLayout | null) => void
}

/** Arranges the user's own workbench; each step applies at once. */
export const EditLayout = ({ cards, layout, isOwn, onChange }: EditLayoutProps) => (
  <Card
    title="编辑布局"
    note="拖动或用按钮调整顺序，取消勾选即隐藏，自动保存"
    end={
      <Button look="link" disabled={!isOwn} onClick={() => onChange(null)}>
        恢复默认
      </Button>
    }
  >
    <div className="workbench-edit">
      <CardOrder cards={cards} layout={layout} onChange={onChange} />
    </div>
  </Card>
)
