import { toMention } from '@atrium/contract/features/content/comments/mentions.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'
import { newId } from '../../../kernel/ids.ts'

export const samples: MakeSamples = async ({ app, writers, writer, nextUser }) => {
  const row = nextUser()
  const [author] = await app.sql('select id from users where company_id = $1 limit 1', [writers])
  const addComment = async () => {
    const id = newId()
    await app.sql(
      `insert into comments (company_id, id, entity, entity_id, content, created_by) values ($1, $2, 'user', $3, '评论', '{"id":"","name":"系统"}')`,
      [writers, id, row],
    )
    return id
  }
  const comment = await addComment()
  const ofOne = () => ({ params: { id: comment }, token: writer })
  return {
    'sysComments.list': () => ({ query: { entity: 'user', id: row }, token: writer }),
    'sysComments.add': () => ({
      body: { entity: 'user', id: row, text: `评论 ${toMention(String(author?.id))}`, fileIds: [] },
      token: writer,
    }),
    'sysComments.attach': () => ({ body: {}, token: writer }),
    'sysComments.update': () => ({ ...ofOne(), body: { text: '评论', version: 1 } }),
    'sysComments.withdraw': ofOne,
    'sysComments.remove': ofOne,
    'sysComments.download': () => ({ params: { id: comment, fileId: newId() }, token: writer }),
  }
}
