import { type OpenApiRow, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { Plug } from 'lucide-react'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { invalidate, useRead } from '../../../../kernel/api/use-read.ts'
import { RowComments, useCommentsTab } from '../../../../kernel/comments/row-comments.tsx'
import { useObjectActions } from '../../../../kernel/listing/use-object-actions.tsx'
import type { RowAction } from '../../../../kernel/listing/use-row-actions.ts'
import { ObjectState, useObjectId } from '../../../../kernel/page/object-state.tsx'
import { usePageTitle } from '../../../../kernel/page/page-context.ts'
import { useAddressTab } from '../../../../kernel/page/use-address-tab.ts'
import { RowTags } from '../../../../kernel/tags/row-tags.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../../kernel/timeline/timeline-action.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { numberText } from '../../../../ui/number-text.ts'
import { expiryFigure } from '../../../../ui/object-page/expiry-figure.ts'
import { type Figure, ObjectCard, ObjectIcon, ObjectPage } from '../../../../ui/object-page/object-page.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { changeActions, isServed } from '../open-api-actions.ts'
import { OpenApiForm } from '../open-api-form.tsx'
import { affectedReads } from '../open-api-reads.ts'
import { addressText, apiKindNames, apiStateNames, apiStateTones, failureText } from '../public/open-words.ts'
import { ApiApps, ApiStat } from './api-apps.tsx'
import { ApiDocument, ApiOverview } from './api-document.tsx'
import '../public/open.css'

const { get, update, apps, stat } = openApisContract
const noun = t('开放接口')
type Tab = 'overview' | 'apps' | 'stat' | 'doc' | 'comments' | 'timeline'
const acts: readonly RowAction<OpenApiRow>[] = [
  { label: t('编辑'), endpoint: update, drawer: OpenApiForm },
  ...changeActions,
]
const refresh = () => Promise.all(affectedReads.map(invalidate))

const rateFigure = ({ rate: { perMinute, perDay } }: OpenApiRow): Figure => {
  const day = perDay !== null && t('每日 {perDay} 次', { perDay: numberText(perDay) })
  if (perMinute === null) return { label: t('调用上限'), value: day || t('不限') }
  return { label: t('调用上限'), value: t('每分钟 {perMinute} 次', { perMinute: numberText(perMinute) }), note: day }
}

/** Whether an API is called and answers, by how many, within which limits, and until when. */
const openApiFigures = (api: OpenApiRow): Figure[] => [
  { label: t('今日调用'), value: t('{callsToday} 次', { callsToday: numberText(api.callsToday) }) },
  {
    label: t('今日未成功'),
    value: failureText(api.callsToday, api.errorsToday) || t('无调用'),
    tone: api.errorsToday > 0 ? 'danger' : undefined,
  },
  {
    label: t('已授权应用'),
    value: t('{apps} 个', { apps: numberText(api.apps) }),
    tone: isServed(api) && api.apps === 0 ? 'warn' : undefined,
  },
  rateFigure(api),
  api.sunset === null
    ? { label: t('停用', { context: 'sunset' }), value: t('未安排') }
    : expiryFigure(t('停用', { context: 'sunset' }), api.sunset),
]

const LoadedOpenApi = ({ api }: { api: OpenApiRow }) => {
  const { id, name, status, kind, code, category } = api
  usePageTitle(name)
  const [toActs, overlays] = useObjectActions(acts, refresh)
  const maySeeApps = useCan(apps)
  const maySeeStat = useCan(stat)
  const maySeeTimeline = useCanSeeTimelines()
  const comments = useCommentsTab({ entity: 'openApi', id: id })
  const tabs: { key: Tab; text: string }[] = [
    { key: 'overview', text: t('概况') },
    ...(maySeeStat ? [{ key: 'stat' as const, text: t('调用统计') }] : []),
    ...(maySeeApps ? [{ key: 'apps' as const, text: t('已授权应用') }] : []),
    { key: 'doc', text: t('文档', { context: 'reference' }) },
    comments,
    ...(maySeeTimeline ? [{ key: 'timeline' as const, text: t('变更记录') }] : []),
  ]
  const [tab, selectTab] = useAddressTab(tabs, 'overview')
  const address = addressText(api)
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<ObjectIcon icon={Plug} />}
        name={name}
        state={
          <>
            <Tag tone={apiStateTones[status]}>{apiStateNames[status]}</Tag>
            <Tag>{apiKindNames[kind]}</Tag>
          </>
        }
        facts={{
          address: (
            <>
              <code>{address}</code> <CopyButton text={api.path} what={t('开放路径')} />
            </>
          ),
          code: t('编码 {code}', { code }),
          category,
        }}
        tags={<RowTags entity="openApi" id={id} />}
        acts={toActs(api)}
        figures={openApiFigures(api)}
        tabs={tabs}
        tab={tab}
        onTab={selectTab}
      >
        {tab === 'overview' && <ApiOverview api={api} />}
        {tab === 'stat' && (
          <ObjectCard>
            <ApiStat id={id} />
          </ObjectCard>
        )}
        {tab === 'apps' && (
          <ObjectCard>
            <ApiApps id={id} />
          </ObjectCard>
        )}
        {tab === 'doc' && <ApiDocument api={api} />}
        {tab === 'comments' && (
          <ObjectCard>
            <RowComments entity="openApi" id={id} />
          </ObjectCard>
        )}
        {tab === 'timeline' && (
          <ObjectCard>
            <RowTimeline entity="openApi" id={id} />
          </ObjectCard>
        )}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of one open API. */
export const OpenApiPage = () => {
  const id = useObjectId()
  const read = useRead(get, { params: { id } }, { toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(api) => <LoadedOpenApi api={api} />}
    </ObjectState>
  )
}
