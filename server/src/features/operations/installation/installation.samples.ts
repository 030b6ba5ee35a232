import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, operator }) => {
  await app.sql(`insert into schedules (name, title, every_minutes, minute) values ('samples.tidy', '整理', 60, 0)
    on conflict (name) do nothing`)
  const named = () => ({ params: { name: 'samples.tidy' }, token: operator })
  return {
    'sysInstallation.state': () => ({ token: operator }),
    'sysInstallation.runSchedule': named,
    'sysInstallation.pauseSchedule': named,
    'sysInstallation.resumeSchedule': named,
  }
}
