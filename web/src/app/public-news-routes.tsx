import { useLocation } from 'react-router'
import { PublicNewsPage } from '../features/content/notices/public-news-page.tsx'
import { PublicNoticePage } from '../features/content/notices/public-notice-page.tsx'
import { paths } from './paths.ts'

const toPath = (id: string) => `${paths.publicNews}/${id}`

/** Notices for everybody, or one of them, without a session. */
export const PublicNewsRoute = () => {
  const id = useLocation().pathname.slice(paths.publicNews.length + 1)
  if (id === '') return <PublicNewsPage toPath={toPath} signIn={paths.signIn(paths.publicNews)} />
  return <PublicNoticePage id={id} all={paths.publicNews} signIn={paths.signIn(toPath(id))} />
}
