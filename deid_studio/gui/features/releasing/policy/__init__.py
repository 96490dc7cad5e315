"""How a release is made: the policy that is chosen or changed, class by class."""
