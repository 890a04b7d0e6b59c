export { addProjects, addSample, chooseProject, openConsent } from './add-projects'
export { ProjectsView } from './projects-view'
