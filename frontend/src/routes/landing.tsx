import { Hero } from '@/features/site/hero';
import { LaunchSection } from '@/features/site/launch-section';
import { PathSteps } from '@/features/site/path-steps';
import { SuccessStories } from '@/features/site/success-stories';
import { sleepingComponent } from '@/lib/sleeping-component';

const EducationSection = sleepingComponent(
  'education',
  async () => (await import('@/features/education/education-section')).EducationSection,
);

export function LandingRoute() {
  return (
    <>
      <Hero />
      <PathSteps />
      <LaunchSection />
      <SuccessStories />
      <EducationSection />
    </>
  );
}
