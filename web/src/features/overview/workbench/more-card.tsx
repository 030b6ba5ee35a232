import { Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import type { MoreCard } from '../../communication/preferences/public/more-cards.ts'
import { Card, CardLink } from './card.tsx'
import { usePageLink } from './public/page-link.ts'

/** A card of a module, with the way to its page. */
export const MoreCardView = ({ card: { title, page, View } }: { card: MoreCard }) => {
  const link = usePageLink()
  return (
    <Card title={title} end={<CardLink to={link(page)}>{t('查看全部')}</CardLink>}>
      <Suspense fallback={<Skeleton lines={4} />}>
        <View />
      </Suspense>
    </Card>
  )
}
