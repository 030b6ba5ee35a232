import type { OpenApiRow } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { Facts } from '../../../../kernel/listing/facts.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ObjectCard, ObjectCards } from '../../../../ui/object-page/object-page.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { formatMoment, Time } from '../../../../ui/time.tsx'
import { apiLabels, audienceNames, paramPlaces, paramTypes } from '../open-api-words.ts'
import { apiKindNames, limitsText } from '../public/open-words.ts'
import './api-document.css'

const Params = ({ params }: Pick<OpenApiRow, 'params'>) => (
  <ul className="api-params" aria-label={apiLabels.params}>
    {params.map(({ in: place, name, type, required, default: preset, desc }) => (
      <li key={`${place} ${name}`}>
        <code>{name}</code>
        <span className="open-quiet">{[paramPlaces[place], paramTypes[type]].join(' · ')}</span>
        {required && <Tag>{t('必填')}</Tag>}
        <span>
          {desc && preset
            ? t('{desc}，默认 {preset}', { desc, preset })
            : preset
              ? t('默认 {preset}', { preset })
              : desc}
        </span>
      </li>
    ))}
  </ul>
)

const Source = ({ title, text }: { title: string; text: string }) =>
  text === '' ? null : (
    <ObjectCard title={title}>
      <pre className="api-source">{text}</pre>
    </ObjectCard>
  )

/** What an API is, where its calls go, and who may be granted it. */
export const ApiOverview = ({ api }: { api: OpenApiRow }) => (
  <ObjectCards>
    <ObjectCard title={t('基本信息')}>
      <Facts
        facts={{
          [apiLabels.kind]: apiKindNames[api.kind],
          [apiLabels.apiId]: api.apiName,
          [apiLabels.target]: api.target && <code>{api.target}</code>,
          [apiLabels.sandbox]: api.sandbox && <code>{api.sandbox}</code>,
          [apiLabels.category]: api.category,
          [apiLabels.apiVersion]: api.apiVersion,
          [apiLabels.audience]: audienceNames[api.audience],
          [apiLabels.rate]: limitsText(api.rate),
          停用时间: api.sunset && formatMoment(api.sunset),
          [t('创建', { context: 'past' })]: (
            <>
              <Time at={api.createTime} /> {api.createBy.name}
            </>
          ),
          最后修改: (
            <>
              <Time at={api.updateTime} /> {api.updateBy.name}
            </>
          ),
        }}
      />
    </ObjectCard>
    <ObjectCard title={apiLabels.doc}>
      {api.doc === '' ? (
        <Empty title={t('暂无说明')} hint={t('在“编辑”中填写，应用的文档中会显示。')} />
      ) : (
        <p className="api-text">{api.doc}</p>
      )}
    </ObjectCard>
  </ObjectCards>
)

/** What developers read about an API, as its applications do. */
export const ApiDocument = ({ api }: { api: OpenApiRow }) => (
  <>
    <ObjectCard title={apiLabels.params}>
      {api.params.length === 0 ? <Empty title={t('暂无参数')} /> : <Params params={api.params} />}
    </ObjectCard>
    <Source title={apiLabels.request} text={api.request} />
    <Source title={apiLabels.reply} text={api.reply} />
    <Source title={apiLabels.sample} text={api.sample} />
  </>
)
