import { useParams } from 'react-router'
import { PublicNewsPage } from '../features/content/notices/public-news-page.tsx'
import { PublicNoticePage } from '../features/content/notices/public-notice-page.tsx'
import { paths } from './paths.ts'

const toPath = (id: string) => `${paths.publicNews}/${id}`

/** Notices for everybody. */
export const PublicNewsRoute = () => <PublicNewsPage toPath={toPath} signIn={paths.signIn(paths.messages)} />

/** One of them. */
export const PublicNoticeRoute = () => {
  const { id = '' } = useParams()
  return <PublicNoticePage id={id} all={paths.publicNews} signIn={paths.signIn(`${paths.messages}/${id}`)} />
}
