export { createProjects, type ProjectDeps, type Projects } from './projects'
export { materializeSampleRepository, type SampleRepositoryDeps } from './sample-repository'
