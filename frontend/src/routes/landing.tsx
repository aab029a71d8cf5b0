import { EducationSection } from '@/features/education/education-section';
import { Hero } from '@/features/site/hero';
import { LaunchSection } from '@/features/site/launch-section';
import { PathSteps } from '@/features/site/path-steps';
import { SuccessStories } from '@/features/site/success-stories';

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
