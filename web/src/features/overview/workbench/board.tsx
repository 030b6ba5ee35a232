import { type CardKey, cardKeys, type ProductCard } from '@atrium/contract/features/communication/preferences/cards.ts'
import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { Fragment, lazy, type ReactNode, Suspense, use } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { MoreCards } from '../../communication/preferences/public/more-cards.ts'
import { ChangesCard } from './changes-card.tsx'
import { toColumns } from './columns.ts'
import { DocumentsCard } from './documents-card.tsx'
import { HealthCard } from './health-card.tsx'
import { AdministratorsCard, CompaniesCard, RecentCard, RequestsCard } from './member-cards.tsx'
import { MoreCardView } from './more-card.tsx'
import { NextCard } from './next-card.tsx'
import { NoticesCard } from './notices-card.tsx'
import { StartCard } from './start-card.tsx'
import { TermsCard } from './terms-card.tsx'
import { TodoCard } from './todo-card.tsx'
import { UsageCard } from './usage-card.tsx'

// Charts are below the fold, and their library is the heaviest part of the page.
const SignInsCard = lazy(async () => ({ default: (await import('./sign-ins-card.tsx')).SignInsCard }))
const GrowthCard = lazy(async () => ({ default: (await import('./growth-card.tsx')).GrowthCard }))

type Draw = { [Key in ProductCard]: (card: NonNullable<Workbench[Key]>, all: Workbench, hide: () => void) => ReactNode }
const draw: Draw = {
  start: (start, _, hide) => <StartCard start={start} onHide={hide} />,
  todo: (todo) => <TodoCard todo={todo} />,
  notices: (notices) => <NoticesCard notices={notices} />,
  terms: (terms) => <TermsCard terms={terms} />,
  health: (health) => <HealthCard health={health} />,
  usage: (usage) => <UsageCard usage={usage} />,
  changes: (changes) => <ChangesCard changes={changes} />,
  documents: (documents) => <DocumentsCard documents={documents} />,
  signIns: (signIns) => <SignInsCard signIns={signIns} />,
  growth: (growth) => <GrowthCard growth={growth} />,
  next: (next, { administrators = [] }) => <NextCard next={next} admins={administrators.map(({ name }) => name)} />,
  requests: (requests) => <RequestsCard requests={requests} />,
  companies: (companies) => <CompaniesCard companies={companies} />,
  recent: (recent) => <RecentCard recent={recent} />,
  administrators: (administrators) => <AdministratorsCard administrators={administrators} />,
}
const drawProductCard = <Key extends ProductCard>(key: Key, all: Workbench, hide: () => void): ReactNode => {
  const card = all[key]
  return card && draw[key](card, all, hide)
}

type DrawnCardProps = { card: CardKey; workbench: Workbench; onHide: () => void }
const DrawnCard = ({ card, workbench, onHide }: DrawnCardProps) => {
  const more = use(MoreCards).find(({ key }) => key === card)
  if (more) return <MoreCardView card={more} />
  const own = cardKeys.find((key) => key === card)
  return own && drawProductCard(own, workbench, onHide)
}

const loading = (
  <div className="workbench-card workbench-loading">
    <Skeleton lines={8} />
  </div>
)

type BoardProps = {
  cards: readonly CardKey[]
  workbench: Workbench
  onHide: (card: CardKey) => void
  /** Goes around each card, of its column. */
  frame?: (card: ReactNode, key: CardKey, column: readonly CardKey[]) => ReactNode
}

/** The cards in order: in columns where there is room, else below each other. */
export const Board = ({ cards, workbench, onHide, frame = (card) => card }: BoardProps) => {
  const isBroad = useMedia('(width >= 1200px)')
  const { shares, columns } = isBroad ? toColumns(cards) : { shares: 'one', columns: [cards] }
  return (
    <div className="workbench-board" data-shares={shares}>
      {columns.map((column, at) => (
        // A card that comes first takes no column with it.
        <div key={at === 0 ? 'first' : 'second'} className="workbench-column">
          {column.map((key) => (
            <Fragment key={key}>
              {frame(
                <Suspense fallback={loading}>
                  <DrawnCard card={key} workbench={workbench} onHide={() => onHide(key)} />
                </Suspense>,
                key,
                column,
              )}
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  )
}
