import type { CardLayout } from '@atrium/contract/features/communication/preferences/cards.ts'
import { lazy, Suspense } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { t } from '../../../ui/texts.ts'

const CardOrder = lazy(async () => ({
  default: (await import('../../communication/preferences/public/card-order.tsx')).CardOrder,
}))

/** Order and visibility of the workbench's cards, or none. */
export const LayoutInput = ({ value = null, onChange, id }: Control<CardLayout | null>) => (
  <div id={id}>
    {value === null ? (
      <Button onClick={() => onChange?.({ order: [], hidden: [] })}>{t('设置默认工作台')}</Button>
    ) : (
      <Suspense>
        <CardOrder layout={value} onChange={(layout) => onChange?.(layout)} />
        <Button onClick={() => onChange?.(null)}>{t('不设置')}</Button>
      </Suspense>
    )}
  </div>
)
