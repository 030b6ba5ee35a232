import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { List } from 'lucide-react'
import { Link } from 'react-router'
import { usePage } from '../../../kernel/page/page-context.ts'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { type TopicGroup, topicName } from './topic-words.ts'

type TopicNavProps = {
  groups: readonly TopicGroup[]
  /** The shown topic; undefined while a search shows several. */
  current: string | undefined
  /** Topics with unsaved values. */
  unsaved: ReadonlySet<string>
  onTopic: (topic: string) => void
  /** Called when a link is followed: the same topic again ends a search. */
  onFollow: () => void
}

const all = { key: 'all', name: t('全部参数') }

const TopicLinks = ({ groups, current, unsaved, onFollow }: TopicNavProps) => {
  const { path } = usePage()
  const linkTo = (key: string) => ({
    className: 'topic-link',
    to: { pathname: path, search: `?topic=${key}` },
    onClick: onFollow,
  })
  return (
    <nav className="topic-links" aria-label={t('参数主题')}>
      {groups.map(({ topic, parameters }) => (
        <Link key={topic} {...linkTo(topic)} aria-current={topic === current ? 'page' : undefined}>
          <span>{topicName(topic)}</span>
          {unsaved.has(topic) && <span className="topic-unsaved" role="img" aria-label={t('有未保存的修改')} />}
          <span className="topic-count">{parameters.length}</span>
        </Link>
      ))}
      <hr />
      <Link {...linkTo(all.key)}>
        <List aria-hidden size={16} />
        <span>{all.name}</span>
      </Link>
    </nav>
  )
}

const TopicSelect = ({ groups, current, unsaved, onTopic }: TopicNavProps) => (
  <Select
    aria-label={t('参数主题')}
    placeholder={t('全部主题')}
    options={[
      ...groups.map(({ topic, parameters }) => ({
        value: topic as string,
        label: unsaved.has(topic)
          ? t('{name}（{detail}） · 未保存', { name: topicName(topic), detail: parameters.length })
          : notedText(topicName(topic), parameters.length),
      })),
      { value: all.key, label: all.name },
    ]}
    value={current}
    onChange={(topic) => topic && onTopic(topic)}
  />
)

/** The topics with the number of their parameters, and the way to the list of all; a select on narrow screens. */
export const TopicNav = (props: TopicNavProps) =>
  useMedia('(max-width: 767px)') ? <TopicSelect {...props} /> : <TopicLinks {...props} />
