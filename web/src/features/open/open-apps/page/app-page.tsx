import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { Suspense } from 'react'
import { invalidate, useRead } from '../../../../kernel/api/use-read.ts'
import { RowComments } from '../../../../kernel/comments/row-comments.tsx'
import { useObjectActions } from '../../../../kernel/listing/use-object-actions.tsx'
import type { RowAction } from '../../../../kernel/listing/use-row-actions.ts'
import { ObjectState, useObjectId } from '../../../../kernel/page/object-state.tsx'
import { usePageTitle } from '../../../../kernel/page/page-context.ts'
import { useAddressTab } from '../../../../kernel/page/use-address-tab.ts'
import { RowTags } from '../../../../kernel/tags/row-tags.tsx'
import { RowTimeline } from '../../../../kernel/timeline/timeline-action.tsx'
import { useOwnCompany } from '../../../../shared/entry/use-own-company.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { ObjectCard, ObjectPage } from '../../../../ui/object-page/object-page.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { ApisTab } from '../apis-tab.tsx'
import { changeActions } from '../app-actions.ts'
import { AppFacts } from '../app-facts.tsx'
import { AppForm } from '../app-form.tsx'
import { affectedReads } from '../app-reads.ts'
import { kindNames, stateNames, stateTones } from '../app-words.ts'
import { AppLogo } from '../public/app-logo.tsx'
import { SecretsTab } from '../secrets-tab.tsx'
import { StatTab } from '../stat-tab.tsx'
import { appFigures } from './app-figures.ts'
import { AppOverview } from './app-overview.tsx'
import { type AppParts, type OwnPart, type TabKey, useAppTabs } from './app-tabs.ts'
import '../../open-apis/public/open.css'
import '../public/open-apps.css'

const { get, update } = openAppsContract
const noun = t('应用')

const own: Record<OwnPart, AppParts['doc']> = {
  secrets: SecretsTab,
  apis: ApisTab,
  stat: StatTab,
  facts: AppFacts,
}
const refresh = () => Promise.all(affectedReads.map(invalidate))
const acts: readonly RowAction<OpenAppRow>[] = [
  { label: t('编辑'), endpoint: update, drawer: AppForm },
  ...changeActions(() => true),
]
/** The operator locks the applications of other companies, and changes nothing else of them. */
const actsOnOthers = changeActions(() => false)

const Part = ({
  app,
  tab,
  parts,
}: {
  app: OpenAppRow
  tab: Exclude<TabKey, 'overview' | 'comments' | 'timeline'>
  parts: AppParts
}) => {
  const Shown = { ...own, ...parts }[tab]
  return <Shown app={app} />
}

const LoadedApp = ({ app, parts }: { app: OpenAppRow; parts: AppParts }) => {
  const { id, name, logo, state, lock, kind, appKey, owner, company } = app
  usePageTitle(name)
  const isOwn = useOwnCompany() === company.id
  const [toActs, overlays] = useObjectActions(isOwn ? acts : actsOnOthers, refresh)
  const tabs = useAppTabs(app, isOwn)
  const [tab, selectTab] = useAddressTab<TabKey>(tabs, 'overview')
  const trying = isOwn ? [{ label: t('调试', { context: 'try' }), run: () => selectTab('doc') }] : []
  return (
    <>
      <ObjectPage<TabKey>
        noun={noun}
        face={<AppLogo name={name} logo={logo} />}
        name={name}
        state={
          <>
            <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
            <Tag>{kindNames[kind]}</Tag>
            {lock && <span className="open-quiet">{lock.reason}</span>}
          </>
        }
        facts={{
          key: (
            <>
              <code>{appKey}</code> <CopyButton text={appKey} what="AppKey" />
            </>
          ),
          company: company.name,
          owner: owner ? t('负责人 {name}', { name: owner.name }) : t('无负责人，调用将被拒绝'),
        }}
        tags={<RowTags entity="openApp" id={id} />}
        acts={[...trying, ...toActs(app)]}
        figures={appFigures(app)}
        tabs={tabs}
        tab={tab}
        onTab={selectTab}
      >
        <Suspense fallback={<Skeleton lines={6} />}>
          {tab === 'overview' ? (
            <AppOverview app={app} isOwn={isOwn} parts={parts} />
          ) : (
            <ObjectCard>
              {tab === 'comments' && <RowComments entity="openApp" id={id} />}
              {tab === 'timeline' && <RowTimeline entity="openApp" id={id} />}
              {tab !== 'comments' && tab !== 'timeline' && <Part app={app} tab={tab} parts={parts} />}
            </ObjectCard>
          )}
        </Suspense>
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of one application. `parts`: what other features know of it. */
export const AppPage = ({ parts }: { parts: AppParts }) => {
  const read = useRead(get, { params: { id: useObjectId() } }, { staleTime: 0, toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(app) => <LoadedApp app={app} parts={parts} />}
    </ObjectState>
  )
}
