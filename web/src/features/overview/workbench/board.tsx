import type { CardKey } from '@atrium/contract/features/communication/preferences/cards.ts'
import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangesCard } from './changes-card.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { HealthCard } from './health-card.tsx'
import { AdministratorsCard, CompaniesCard, RecentCard, RequestsCard } from './member-cards.tsx'
import { NextCard } from './next-card.tsx'
import { NoticesCard } from './notices-card.tsx'
import { toSpans } from './spans.ts'
import { StartCard } from './start-card.tsx'
import { TermsCard } from './terms-card.tsx'
import { TodoCard } from './todo-card.tsx'
import { UsageCard } from './usage-card.tsx'

// Charts are below the fold, and their library is the heaviest part of the page.
const SignInsCard = lazy(async () => ({ default: (await import('./sign-ins-card.tsx')).SignInsCard }))
const GrowthCard = lazy(async () => ({ default: (await import('./growth-card.tsx')).GrowthCard }))

type Draw = { [Key in CardKey]: (card: NonNullable<Workbench[Key]>, all: Workbench) => ReactNode }
const draw: Draw = {
  start: (start) => <StartCard start={start} />,
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
const drawCard = <Key extends CardKey>(key: Key, all: Workbench): ReactNode => {
  const card = all[key]
  return card && draw[key](card, all)
}

const loading = (
  <div className="workbench-card workbench-loading">
    <Skeleton lines={8} />
  </div>
)

/** The cards in order, twelve columns wide. */
export const Board = ({ cards, workbench }: { cards: readonly CardKey[]; workbench: Workbench }) => {
  const spans = toSpans(cards)
  return (
    <div className="workbench-board">
      {cards.map((key, at) => (
        <div key={key} data-span={spans[at]}>
          <Suspense fallback={loading}>{drawCard(key, workbench)}</Suspense>
        </div>
      ))}
    </div>
  )
}
