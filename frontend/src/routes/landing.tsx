import { CollapseSection } from '@/features/education/collapse-section';
import { EducationSection } from '@/features/education/education-section';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { Hero } from '@/features/site/hero';
import { LastScene } from '@/features/site/last-scene';
import { PathSteps } from '@/features/site/path-steps';
import { SuccessStories } from '@/features/site/success-stories';
import { useAddress } from '@/features/wallet/wallet-state';

export function LandingRoute() {
  const address = useAddress();
  return (
    <>
      <Hero />
      <PathSteps />
      <CollapseSection wallet={address} findReferrer={rememberedReferrer} />
      <SuccessStories />
      <EducationSection />
      <LastScene />
    </>
  );
}
